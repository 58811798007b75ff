// Variations as text, in PGN's manner, and back: "(2. e2-e3 d7-d6 (2... a7-a6) 3. ...)". A
// variation stands behind the move that it replaces.

const MOVE = /^[a-i][1-9](?:[-x][a-i][1-9]|-off)/i;

const isMark = (annotation) => /^[!?$]/.test(annotation);

// The line that begins with `first`, with the variations inside it but none beside `first`.
export function lineText(tree, first) {
  const words = [];
  let needsNumber = true;
  for (let node = first; node; node = node.children[0]) {
    const isBlue = tree.mover(node) === 'blue';
    words.push(needsNumber || isBlue ? `${tree.number(node)} ${node.move}` : node.move);
    needsNumber = false;
    const beside = node === first ? [] : besideText(tree, node);
    for (const text of [...node.annotations, ...beside]) {
      words.push(text);
      if (!isMark(text)) needsNumber = true;
    }
  }
  return words.join(' ');
}

function besideText(tree, node) {
  return node.parent.children.filter((each) => each !== node)
      .map((each) => `(${lineText(tree, each)})`);
}

// What /api/write takes for the line from the root to `end`.
export function annotationsOf(tree, end) {
  const annotations = [];
  for (const node of tree.path(end)) {
    const texts = node.parent ? [...node.annotations, ...besideText(tree, node)] : node.annotations;
    for (const text of texts) annotations.push({ply: node.ply, text});
  }
  return annotations;
}

// {before: [annotation], moves: [{move, annotations, variations: [line]}]}; null if the text is
// anything that we could not write again.
export function parseVariation(text) {
  const cursor = {text, at: 0};
  const line = text.startsWith('(') ? parseLine(cursor) : null;
  return line && cursor.at === text.length ? line : null;
}

function parseLine(cursor) {
  const line = {before: [], moves: []};
  const {text} = cursor;
  ++cursor.at;
  while (cursor.at < text.length) {
    const c = text[cursor.at];
    if (/[\s,]/.test(c)) {
      ++cursor.at;
    } else if (c === ')') {
      ++cursor.at;
      return line.moves.length > 0 ? line : null;
    } else if (c === '(') {
      const inner = line.moves.length > 0 ? parseLine(cursor) : null;
      if (!inner) return null;
      line.moves.at(-1).variations.push(inner);
    } else if (c === '{') {
      const end = text.indexOf('}', cursor.at);
      if (end < 0) return null;
      annotate(line, text.slice(cursor.at, end + 1));
      cursor.at = end + 1;
    } else if (!parseWord(cursor, line)) {
      return null;
    }
  }
  return null;
}

function annotate(line, text) {
  (line.moves.at(-1)?.annotations ?? line.before).push(text);
}

// "2.e2-e3!?$5": a number, a move and its marks may stand together.
function parseWord(cursor, line) {
  const rest = cursor.text.slice(cursor.at);
  const number = rest.match(/^(?:\d+\.*|\.+)/);
  const mark = rest.match(/^(?:[!?]+|\$\d+)/);
  const move = rest.match(MOVE);
  const found = number ?? mark ?? move;
  if (!found) return false;
  if (mark) annotate(line, mark[0]);
  if (move) line.moves.push({move: move[0].toLowerCase(), annotations: [], variations: []});
  cursor.at += found[0].length;
  return true;
}

// Every line of moves in `line` from the game's first move on: what the server has to accept.
export function movesOf(line, prefix) {
  const lists = [];
  const moves = [...prefix];
  for (const each of line.moves) {
    for (const inner of each.variations) lists.push(...movesOf(inner, moves));
    moves.push(each.move);
  }
  return [moves, ...lists];
}

export function insertLine(tree, parent, line) {
  let node = parent;
  let before = line.before;
  for (const each of line.moves) {
    const child = tree.add(node, each.move);
    child.annotations.push(...before, ...each.annotations);
    before = [];
    for (const inner of each.variations) insertLine(tree, node, inner);
    node = child;
  }
}
