// A game with its variations. The first child of a node is the main line from there.

let nextId = 1;

export class Node {
  constructor(move, parent) {
    this.id = nextId++;
    this.move = move;          // null at the root.
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = [];
    this.annotations = [];     // As in a record: "{ text }", "!?", "$3", and what cannot be parsed.
    this.value = null;         // Probability that Blue wins, where somebody has looked.
    this.review = null;        // What the review said of `move`.
    this.view = null;          // What the server said of the position.
    this.played = null;        // What the server said of `move`.
  }
}

export class GameTree {
  // `start` is a position string; null for the standard start of `size`.
  constructor(start, size) {
    this.start = start;
    this.size = size;
    this.root = new Node(null, null);
  }

  // As the server takes it.
  game(node) {
    return {start: this.start, size: this.size, moves: this.path(node).slice(1).map((n) => n.move)};
  }

  colorToMove(node) {
    const redFirst = this.start !== null && this.start.trim().endsWith('r');
    return (node.ply % 2 === 0) === redFirst ? 'red' : 'blue';
  }

  // Who made the move that led to `node`.
  mover(node) {
    return this.colorToMove(node.parent);
  }

  // "12." or "12...", of the move that led to `node`.
  number(node) {
    const before = this.colorToMove(this.root) === 'red' ? 1 : 0;
    const number = Math.floor((node.ply - 1 + before) / 2) + 1;
    return `${number}${this.mover(node) === 'blue' ? '.' : '...'}`;
  }

  path(node) {
    const path = [];
    for (let at = node; at; at = at.parent) path.unshift(at);
    return path;
  }

  // From `node` along first children to the end; without `node`.
  lineAfter(node) {
    const line = [];
    for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  mainLine() {
    return [this.root, ...this.lineAfter(this.root)];
  }

  mainEnd() {
    return this.mainLine().at(-1);
  }

  contains(node) {
    for (let at = node; at; at = at.parent) {
      if (at === this.root) return true;
      if (!at.parent?.children.includes(at)) return false;
    }
    return false;
  }

  // The node where the innermost variation that `node` is in leaves the line above it; null in the
  // main line.
  variationTop(node) {
    for (let at = node; at.parent; at = at.parent) {
      if (at.parent.children[0] !== at) return at;
    }
    return null;
  }

  isMain(node) {
    return this.variationTop(node) === null;
  }

  // The child with that move, new or not. `asMain` puts it before its siblings.
  add(parent, move, asMain = false) {
    let child = parent.children.find((each) => each.move === move);
    if (!child) {
      child = new Node(move, parent);
      parent.children.push(child);
    }
    if (asMain) this.putFirst(child);
    return child;
  }

  // The last node of the line.
  addLine(parent, moves) {
    return moves.reduce((node, move) => this.add(node, move), parent);
  }

  putFirst(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
    siblings.unshift(node);
  }

  // Makes the variation that `node` is in the main line, one level up.
  promote(node) {
    const top = this.variationTop(node);
    if (top) this.putFirst(top);
  }

  remove(node) {
    const siblings = node.parent.children;
    const index = siblings.indexOf(node);
    if (index >= 0) siblings.splice(index, 1);
  }

  // Parents before children, so that places in the list can stand for nodes.
  nodes() {
    const list = [this.root];
    for (const node of list) list.push(...node.children);
    return list;
  }

  toJson() {
    const list = this.nodes();
    const places = new Map(list.map((node, place) => [node, place]));
    return {
      start: this.start,
      size: this.size,
      nodes: list.map((node) => ({
        parent: node.parent ? places.get(node.parent) : null,
        move: node.move,
        annotations: node.annotations,
        value: node.value,
        review: node.review,
      })),
    };
  }

  static fromJson(json) {
    const tree = new GameTree(json.start, json.size);
    const list = [];
    for (const each of json.nodes) {
      const node = list.length === 0 ? tree.root : tree.add(list[each.parent], String(each.move));
      node.annotations = each.annotations.map(String);
      node.value = typeof each.value === 'number' ? each.value : null;
      node.review = each.review ?? null;
      list.push(node);
    }
    return tree;
  }
}
