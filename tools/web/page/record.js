// Between a record, as the server reads and writes it, and the game on the page.

import {ApiError, post} from './api.js';
import {GameTree} from './game_tree.js';
import {annotationsOf, insertLine, lineText, movesOf, parseVariation} from './variations.js';

const BY_RULE = ['king captured', 'king moved off'];

// What Session.begin takes.
export async function stateOf(record, signal) {
  const tree = new GameTree(record.start, record.size);
  const line = [tree.root];
  for (const move of record.moves) line.push(tree.add(line.at(-1), move));
  for (const {ply, text} of record.annotations ?? []) {
    const node = line[ply];
    if (!await addVariation(tree, node, text, signal)) node.annotations.push(text);
  }
  signal?.throwIfAborted();
  const {winner, termination, tags} = record;
  const hasResult = winner && !BY_RULE.includes(termination);
  return {
    tree, tags: tags ?? {},
    result: hasResult ? {winner, termination} : null,
    end: hasResult ? line.at(-1) : null,
  };
}

// False where the text is no variation, or none that can be played: it stays a comment then.
async function addVariation(tree, node, text, signal) {
  const line = node.parent && parseVariation(text);
  if (!line) return false;
  const game = tree.game(node.parent);
  try {
    for (const moves of movesOf(line, game.moves)) {
      await post('/api/view', {...game, moves}, signal);
    }
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
  insertLine(tree, node.parent, line);
  return true;
}

// The .lgn text.
export async function recordText({tree, end, result, tags}) {
  const last = end ?? tree.mainEnd();
  const annotations = annotationsOf(tree, last);
  // What was tried after the end replaces no move, so it cannot stand as a variation.
  for (const child of last.children) {
    const text = `{ tried afterwards: ${lineText(tree, child).replace(/[{}]/g, '')} }`;
    if (!annotations.some((each) => each.text === text)) annotations.push({ply: last.ply, text});
  }
  const question = {
    ...tree.game(last), tags, annotations,
    winner: result?.winner ?? '', termination: result?.termination ?? '',
  };
  return (await post('/api/write', question)).text;
}
