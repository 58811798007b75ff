// What the engine thinks of the position shown, sharper and sharper while one watches.

import {isQuiet, stream} from './api.js';
import {byId, colorName, element, percent} from './dom.js';
import {clearError, showError} from './notice.js';

const LINES = 3;
const LINE_MOVES = 8;
const SECONDS = 30;

// Of the player to move.
export function valueText({value, proven, plies}) {
  if (!proven) return typeof value === 'number' ? percent(value) : '';
  const verb = proven === 'win' ? 'wins' : 'loses';
  return typeof plies === 'number' ? `${verb} in ${plies}` : verb;
}

// The probability that Blue wins, of what was said for `color`.
export function blueShare(color, value, proven) {
  const share = proven ? Number(proven === 'win') : value;
  if (typeof share !== 'number') return null;
  return color === 'blue' ? share : 1 - share;
}

export class Analysis {
  // `setArrows(arrows)`, `preview(node, moves, count)`.
  constructor(session, {setArrows, preview}) {
    this.session = session;
    this.setArrows = setArrows;
    this.on = false;
    this.rows = Array.from({length: LINES}, (_, i) => new Row(i, (line, count) =>
        preview(this.node, line, count)));
    byId('lines').append(...this.rows.map((row) => row.root));
    document.addEventListener('visibilitychange', () => this.restart());
  }

  setOn(on) {
    this.on = on;
    byId('analyse').setAttribute('aria-pressed', String(on));
    byId('analysis').hidden = !on;
    byId('win-bar').hidden = !on;
    clearError('error-analysis');
    this.restart();
  }

  // Looks at what is shown now. A moment later, for one may be walking through the game.
  restart() {
    this.controller?.abort();
    clearTimeout(this.timer);
    const {view, node, thinking} = this.session;
    if (this.node !== node || !this.on) this.clear();
    this.node = node;
    const share = this.on && node.value !== null ? node.value : null;
    if (share !== null) this.showBar(share);
    if (!this.on || !view || document.hidden) return;
    if (view.over) {
      this.say('The game is over here.');
      this.showBar(Number(view.winner === 'blue'));
    } else if (thinking) {
      this.say('Waits while the computer thinks about its move.');
    } else {
      this.timer = setTimeout(() => this.run(node, view), 150);
    }
  }

  async run(node, view) {
    const controller = new AbortController();
    this.controller = controller;
    clearError('error-analysis');
    this.say('Looking…');
    try {
      const question = {...this.session.tree.game(node), lines: LINES, seconds: SECONDS};
      for await (const item of stream('/api/analyse', question, controller.signal)) {
        if (controller.signal.aborted) return;
        this.show(node, view, item);
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      this.say('');
      if (!isQuiet(error)) showError('error-analysis', error);
    }
  }

  show(node, view, item) {
    const name = colorName(view.to_move);
    const verdict = item.proven ? `${name} ${valueText(item)}` : `${name}: ${valueText(item)}`;
    const effort = `${item.nodes.toLocaleString('en')} positions, ${item.seconds.toFixed(1)} s`;
    this.say(`${verdict}, ${item.done ? 'done: ' : ''}${effort}`);
    this.rows.forEach((row, i) => row.show(item.lines[i]));
    this.setArrows(item.lines.slice(0, LINES));
    node.value = blueShare(view.to_move, item.value, item.proven);
    if (node.value !== null) this.showBar(node.value);
    this.session.emit('values');
  }

  say(text) {
    byId('analysis-text').textContent = text;
  }

  showBar(share) {
    const bar = byId('win-bar');
    bar.setAttribute('aria-valuenow', String(Math.round(100 * share)));
    bar.setAttribute('aria-valuetext', `Blue wins with ${percent(share)}`);
    bar.firstElementChild.style.height = `${100 * share}%`;
    bar.title = bar.getAttribute('aria-valuetext');
  }

  clear() {
    this.say('');
    this.setArrows([]);
    this.rows.forEach((row) => row.show(undefined));
  }
}

// A line. Its buttons stay and change their texts: one that is replaced under the finger takes no
// click.
class Row {
  constructor(index, preview) {
    this.line = [];
    this.value = element('span', {class: 'value'});
    this.share = element('span', {class: 'share'});
    this.moves = Array.from({length: LINE_MOVES}, (_, i) => element('button', {
      type: 'button', class: 'move', click: () => preview(this.line, i + 1),
    }));
    this.root = element('li', {'data-line': index + 1, hidden: true},
        this.value, element('span', {class: 'line-moves'}, ...this.moves), this.share);
  }

  show(line) {
    this.root.hidden = line === undefined;
    if (!line) return;
    this.line = line.line.length > 0 ? line.line : [line.move];
    this.value.textContent = valueText(line);
    this.share.textContent = percent(line.share);
    this.share.title = `${percent(line.share)} of the attention: ${line.visits} visits`;
    this.moves.forEach((button, i) => {
      button.hidden = i >= this.line.length;
      button.textContent = this.line[i] ?? '';
    });
  }
}
