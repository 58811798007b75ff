// The game on the page: its tree, the node that is shown, and, if it is being played, by whom.
//
// Events: "game" (another game), "tree" (nodes came or went), "position" (another one is shown,
// with detail.before), "state" (players, thinking, result), "values" (opinions of positions), "problem".

import {post, isQuiet} from './api.js';
import {other} from './dom.js';
import {GameTree} from './game_tree.js';
import {savedGame} from './saved_game.js';
import {loadView} from './view.js';

export const PERSON = 'person';

// So that a game of two computers can be followed.
const SHORTEST_THOUGHT = 500;

export class Session extends EventTarget {
  constructor() {
    super();
    this.tree = new GameTree(null, 8);
    this.node = this.tree.root;
    this.view = null;           // Of this.node; null while it is on its way.
    this.live = false;          // Whether this is a game that is played here.
    this.players = {blue: PERSON, red: PERSON};
    this.end = null;            // The last node of a game that is live or has a result.
    this.result = null;         // {winner, termination}, where the rules do not say it.
    this.tags = {};
    this.clock = null;
    this.paused = false;
    this.thinking = null;       // {color, controller}
    this.opinion = null;        // Of the computer that moved last.
    this.earlier = null;        // The game before this one.
    this.epoch = 0;             // Grows when answers that are on their way lose their sense.
    this.begun = 0;
  }

  emit(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, {detail}));
  }

  problem(error) {
    if (!isQuiet(error)) this.emit('problem', {error});
  }

  // Takes over {tree, node, ...} once the server has accepted it; else throws and changes nothing.
  // Returns false if another game began meanwhile.
  async begin(state) {
    const ticket = ++this.begun;
    const {tree} = state;
    await loadView(tree, tree.root);
    const end = state.end ?? null;
    if (end) await loadView(tree, end);
    if (ticket !== this.begun) return false;
    this.stopThinking();
    if (this.tree.root.children.length > 0) this.earlier = savedGame(this);
    ++this.epoch;
    Object.assign(this, {
      live: false, players: {blue: PERSON, red: PERSON}, result: null, tags: {}, clock: null,
      paused: false, opinion: null, node: tree.root, ...state, end,
    });
    this.view = null;
    this.emit('game');
    this.emit('tree');
    this.go(this.node);
    return true;
  }

  newGame({start, size, players, clock, tags}) {
    const tree = new GameTree(start, size);
    return this.begin({tree, live: true, players, end: tree.root, clock, tags});
  }

  // Whether a game is being played that has not ended.
  running() {
    return this.live && !this.result && this.end?.view?.over !== true;
  }

  person(color) {
    return this.players[color] === PERSON;
  }

  // Whether somebody at this screen may move in the position shown.
  canMove() {
    if (!this.view || this.view.over) return false;
    const inGame = this.running() && this.node === this.end;
    return !inGame || (this.person(this.view.to_move) && !this.clock?.flagged(Date.now()));
  }

  // Shows a node. Only the newest call counts.
  async go(node) {
    this.navigation?.abort();
    const controller = new AbortController();
    this.navigation = controller;
    const before = this.node;
    const {tree} = this;
    this.node = node;
    this.view = node.view;
    if (!this.view) {
      this.emit('state');
      try {
        await loadView(tree, node, controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) this.problem(error);
        return;
      }
      if (controller.signal.aborted || this.node !== node) return;
      this.view = node.view;
    }
    this.emit('position', {before});
    this.next();
  }

  // A move of somebody at this screen, in the position shown.
  play(move) {
    if (!this.canMove()) return;
    if (this.running() && this.node === this.end) {
      this.commit(move);
      return;
    }
    const known = this.node.children.length;
    const child = this.tree.add(this.node, move);
    if (this.node.children.length !== known) this.emit('tree');
    this.go(child);
  }

  // A move of the game itself. Who looks at its end goes on looking at its end.
  commit(move) {
    const tip = this.end;
    const child = this.tree.add(tip, move, true);
    this.clock?.press(this.tree.colorToMove(tip), Date.now());
    this.end = child;
    this.emit('tree');
    if (this.node === tip) this.go(child);
    else this.next();
  }

  // Sets the clock and the computer going, whatever of it is due.
  async next() {
    const {epoch, end, tree} = this;
    if (!this.live || this.result) return;
    try {
      await loadView(tree, end);
    } catch (error) {
      this.problem(error);
      return;
    }
    if (epoch !== this.epoch || end !== this.end || this.result) return;
    if (end.view.over || this.paused) {
      this.clock?.stop(Date.now());
    } else {
      this.clock?.start(end.view.to_move, Date.now());
      if (!this.person(end.view.to_move) && !this.thinking) this.think();
    }
    this.emit('state');
  }

  async think() {
    const {epoch, end, tree} = this;
    const {to_move: color} = end.view;
    const controller = new AbortController();
    this.thinking = {color, controller};
    const isLate = () => epoch !== this.epoch || this.thinking?.controller !== controller;
    const since = Date.now();
    try {
      const question = {...tree.game(end), level: this.players[color]};
      const answer = await post('/api/move', question, controller.signal);
      const rest = SHORTEST_THOUGHT - (Date.now() - since);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (isLate()) return;
      this.thinking = null;
      this.opinion = {color, ...answer};
      this.noteOpinion(end, color, answer);
      this.commit(answer.move);
    } catch (error) {
      if (isLate()) return;
      this.thinking = null;
      // Nothing to retry by itself, unless the server comes back: "Go on" asks again.
      if (!isQuiet(error)) {
        this.paused = true;
        this.clock?.stop(Date.now());
      }
      this.problem(error);
      this.emit('state');
    }
  }

  noteOpinion(node, color, {value, proven}) {
    const share = proven ? Number(proven === 'win') : value;
    if (typeof share !== 'number') return;
    node.value = color === 'blue' ? share : 1 - share;
    this.emit('values');
  }

  stopThinking() {
    this.thinking?.controller.abort();
    this.thinking = null;
  }

  // The server is back, or the page is: whatever was due is asked for again.
  resume() {
    if (this.epoch === 0) return;  // No game yet.
    if (this.view) this.next();
    else this.go(this.node);
  }

  setPaused(paused) {
    this.paused = paused;
    if (paused) {
      this.stopThinking();
      this.clock?.stop(Date.now());
    }
    this.emit('state');
    this.next();
  }

  // Where "Undo" goes: the last position before now in which a person was to move.
  undoTarget() {
    if (!this.live) return null;
    const nobody = !this.person('blue') && !this.person('red');
    for (let node = this.end.parent; node; node = node.parent) {
      if (nobody || this.person(this.tree.colorToMove(node))) return node;
    }
    return null;
  }

  undo() {
    const target = this.undoTarget();
    if (!target) return;
    this.stopThinking();
    this.clock?.stop(Date.now());
    ++this.epoch;
    const path = this.tree.path(this.end);
    this.tree.remove(path[target.ply + 1]);
    this.end = target;
    this.result = null;
    this.opinion = null;
    if (!this.person('blue') && !this.person('red')) this.paused = true;
    this.emit('tree');
    this.go(target);
  }

  // Who would resign: the person, or of two the one on turn.
  resigner() {
    if (!this.running()) return null;
    const onTurn = this.tree.colorToMove(this.end);
    return [onTurn, other(onTurn)].find((color) => this.person(color)) ?? null;
  }

  finish(loser, termination) {
    if (!this.running()) return;
    this.stopThinking();
    ++this.epoch;
    this.clock?.stop(Date.now());
    this.result = {winner: other(loser), termination};
    this.emit('state');
  }

  // Looks whether a time is up.
  tick() {
    const flagged = this.clock?.flagged(Date.now());
    if (flagged) this.finish(flagged, 'time');
  }
}
