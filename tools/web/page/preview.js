// A line shown on the board that is not in the game: its nodes have a parent, but are no children.

import {isQuiet} from './api.js';
import {byId, onClick} from './dom.js';
import {Node} from './game_tree.js';
import {showError} from './notice.js';
import {insertMoves} from './variation_edit.js';
import {loadView} from './view.js';

export class Preview {
  // `show()` is called whenever another position is to be on the board.
  constructor(session, show) {
    this.session = session;
    this.show = show;
    this.line = [];
    this.at = 0;
    onClick('preview-back', () => this.go(this.at - 1));
    onClick('preview-forward', () => this.go(this.at + 1));
    onClick('preview-close', () => this.close());
    onClick('preview-insert', () => this.insert());
  }

  // What the board shows instead of the session's node; null if nothing.
  get node() {
    const node = this.line[this.at];
    return node?.view ? node : null;
  }

  // The position after `count` of the moves from `base`.
  open(base, moves, count) {
    this.tree = this.session.tree;
    this.line = [base];
    for (const move of moves) this.line.push(new Node(move, this.line.at(-1)));
    byId('preview').hidden = false;
    this.go(count);
  }

  async go(at) {
    if (at < 0 || at >= this.line.length) return;
    this.at = at;
    const {line} = this;
    const moves = line.slice(1).map((node, i) => (i + 1 === at ? `[${node.move}]` : node.move));
    byId('preview-text').textContent = moves.join(' ');
    byId('preview-back').disabled = at === 0;
    byId('preview-forward').disabled = at === line.length - 1;
    try {
      await loadView(this.tree, line[at]);
    } catch (error) {
      if (!isQuiet(error)) showError('error-board', error);
      this.close();
      return;
    }
    if (this.line === line && this.at === at) this.show();
  }

  insert() {
    const [base, ...rest] = this.line;
    const done = this.session.tree === this.tree &&
        insertMoves(this.session, base, rest.map((node) => node.move));
    if (done) this.close();
    else showError('error-board', 'the game being played goes on from here: its moves come first');
  }

  close() {
    if (this.line.length === 0) return;
    this.line = [];
    byId('preview').hidden = true;
    this.show();
  }
}
