// Every move of the main line judged, and what would have been better.

import {stream} from './api.js';
import {blueShare, valueText} from './analysis.js';
import {byId, colorName, element, onClick} from './dom.js';
import {GLYPHS} from './move_list.js';
import {clearError, showError} from './notice.js';
import {insertMoves} from './variation_edit.js';

const NODES = 400;

export class Review {
  // `preview(node, moves, count)`; `changed(node)` when its move has been judged.
  constructor(session, {preview, changed}) {
    this.session = session;
    this.preview = preview;
    this.changed = changed;
    onClick('review', () => (this.controller ? this.stop() : this.run()));
  }

  stop() {
    this.controller?.abort();
    this.finish();
  }

  // What is reviewed may have changed.
  check() {
    const main = this.session.tree.mainLine();
    if (this.controller && this.line.some((node, i) => node !== main[i])) this.stop();
  }

  finish() {
    this.controller = null;
    byId('review').textContent = 'Review';
    byId('review-progress').textContent = '';
  }

  async run() {
    const {tree} = this.session;
    const line = tree.mainLine();
    clearError('error-review');
    if (line.length === 1) {
      showError('error-review', 'there are no moves to review yet');
      return;
    }
    const controller = new AbortController();
    Object.assign(this, {controller, line});
    byId('review').textContent = 'Stop review';
    try {
      const question = {...tree.game(line.at(-1)), nodes: NODES};
      for await (const item of stream('/api/review', question, controller.signal)) {
        if (controller.signal.aborted) return;
        this.take(line, item);
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      showError('error-review', error);
    }
    this.finish();
  }

  take(line, item) {
    const node = line[item.ply];
    node.review = item;
    node.value = blueShare(item.color, item.played_value, item.played_proven);
    if (item.ply === 1) node.parent.value = blueShare(item.color, item.value, item.proven);
    byId('review-progress').textContent = `${item.ply} of ${line.length - 1}`;
    this.drawNotes();
    this.changed(node);
  }

  // The moves that could have been better, as far as they are known.
  drawNotes() {
    const {tree} = this.session;
    const bad = tree.mainLine().filter((node) => node.review?.judgement in GLYPHS);
    const list = byId('review-notes');
    // Only what is new or another: a button that is replaced under the finger takes no click.
    const shown = new Map([...list.children].map((item) => [item.review, item]));
    list.replaceChildren(...bad.map((node) => shown.get(node.review) ?? this.note(tree, node)));
  }

  note(tree, node) {
    const {judgement, best, best_line: bestLine, played, color, ...after} = node.review;
    const line = bestLine?.length > 0 ? bestLine : [best];
    const button = (text, name, click) =>
        element('button', {type: 'button', class: 'quiet', 'aria-label': name, click}, text);
    const text = `${tree.number(node)} ${played}`;
    const from = valueText(after);
    const to = valueText(
        {value: after.played_value, proven: after.played_proven, plies: after.played_plies});
    const item = element('li', {'data-review-ply': node.ply},
        element('button', {class: 'move', click: () => this.session.go(node)}, text),
        element('span', {class: judgement}, ` ${judgement} ${GLYPHS[judgement]} `),
        `${colorName(color)}: ${from} → ${to}. Better: ${line.slice(0, 5).join(' ')} `,
        button('Show', `Show the better line for ${text}`,
            () => this.preview(node.parent, line, 1)),
        button('Insert', `Insert the better line for ${text} as a variation`, () => {
          const done = insertMoves(this.session, node.parent, line);
          if (!done) showError('error-review', 'this position is still being played');
        }));
    item.review = node.review;
    return item;
  }
}
