// What the page says about the game: who is to move, clocks, crowns, and which buttons make sense.

import {valueText} from './analysis.js';
import {clockText} from './clock.js';
import {announce, byId, colorName, other, sentence} from './dom.js';
import {canDelete} from './variation_edit.js';

const HOW = {time: 'ran out of time', resigned: 'resigned', 'illegal move': 'made an illegal move'};

export class Status {
  constructor(session, board) {
    this.session = session;
    this.board = board;
    this.names = (player) => player;
    setInterval(() => this.tick(), 200);
  }

  tick() {
    const {clock} = this.session;
    this.session.tick();
    for (const color of ['blue', 'red']) {
      const place = byId(`clock-${color}`);
      place.hidden = !clock;
      if (clock) place.textContent = clockText(clock.remaining(color, Date.now()));
    }
  }

  text() {
    const {view, node, end, result, thinking} = this.session;
    if (view?.over) return view.outcome;
    if (result && node === end) {
      const how = HOW[result.termination] ?? `lost (${result.termination || 'as the record says'})`;
      return result.winner
        ? `${colorName(result.winner)} wins: ${colorName(other(result.winner))} ${how}` : how;
    }
    if (!view) return 'One moment…';
    if (thinking && node === end) return `${colorName(thinking.color)} thinks…`;
    return `${colorName(view.to_move)} to move`;
  }

  draw() {
    const {session} = this;
    const {view, node, end, players, tags, live, opinion} = session;
    const running = session.running();
    byId('status').textContent = this.text();
    byId('threat').textContent = session.result && node === end ? '' : view?.threat ?? '';
    byId('crown-note').textContent = (node.played?.crowns ?? []).map(sentence).join(' ');
    byId('crown-note').hidden = !node.played?.crowns.length;
    byId('to-game').hidden = !running || node === end;
    const computers = !session.person('blue') && !session.person('red');
    byId('pause').hidden = !running || !(computers || session.paused);
    byId('pause').textContent = session.paused ? 'Go on' : 'Pause';
    byId('undo').disabled = !session.undoTarget();
    byId('resign').disabled = !session.resigner();
    byId('back').disabled = byId('first').disabled = !node.parent;
    byId('forward').disabled = byId('last').disabled = node.children.length === 0;
    byId('promote').disabled = running || session.tree.isMain(node);
    byId('delete').disabled = !canDelete(session, node);
    for (const color of ['blue', 'red']) {
      byId(`name-${color}`).textContent =
          live ? this.names(players[color]) : tags[colorName(color)] ?? colorName(color);
      byId(`side-${color}`).classList.toggle('on-turn', view?.to_move === color && !view.over);
    }
    const thought = opinion && live ? valueText(opinion) : '';
    byId('opinion').textContent =
        thought ? `${colorName(opinion.color)} about its last move: ${thought}` : '';
    this.tick();
  }

  // What a screen reader hears of a step from `before` to the node shown.
  tell(before) {
    const {node, tree} = this.session;
    const words = [];
    if (node.played) {
      const isStep = node.parent === before;
      const move = node.move.replace('-off', ' leaves the board').replace('x', ' takes ');
      words.push(`${isStep ? '' : `${tree.number(node)} `}${colorName(tree.mover(node))}: ${move}`);
      words.push(...node.played.crowns);
    }
    words.push(this.text());
    announce(words.join('. '));
  }
}
