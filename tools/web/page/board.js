// The board: one grid of cells for hands, keys and screen readers, over a picture of the same
// squares. It shows what the server says of a position, and hands chosen moves on.

import {animate, crownChanges} from './board_motion.js';
import {arrow, ground, RIM, SQUARE, squareMark, stack, targetMark} from './board_draw.js';
import {element, svg} from './dom.js';

export class Board {
  // `handlers`: move(move), off(move), notice(text), chosen(square or null).
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.size = 0;
    this.flipped = false;
    this.animated = true;
    this.view = null;
    this.played = null;
    this.usable = false;
    this.chosen = null;
    this.inHand = false;   // Whether the move was made by dragging.
    this.focused = null;   // The square that Tab leads to.
    this.arrows = [];
    this.picture = svg('svg', {'aria-hidden': 'true', focusable: 'false'});
    this.grid = element('div', {role: 'grid', class: 'cells'});
    root.append(this.picture, this.grid);
    this.layers = {};
  }

  // The square at a place of the picture, from the top left.
  squareAt(column, row) {
    const last = this.size - 1;
    const [c, r] = this.flipped ? [last - column, row] : [column, last - row];
    return 'abcdefghi'[c] + (r + 1);
  }

  place(square) {
    const column = 'abcdefghi'.indexOf(square[0]);
    const row = Number(square[1]) - 1;
    const last = this.size - 1;
    return this.flipped ? {column: last - column, row} : {column, row: last - row};
  }

  corner(square) {
    const {column, row} = this.place(square);
    return {x: RIM + SQUARE * column, y: RIM + SQUARE * row};
  }

  cell(square) {
    return this.grid.querySelector(`[data-square="${square}"]`);
  }

  lay() {
    const hadFocus = this.grid.contains(document.activeElement);
    const width = SQUARE * this.size + 2 * RIM;
    this.picture.setAttribute('viewBox', `0 0 ${width} ${width}`);
    this.layers = {};
    this.picture.replaceChildren(ground(this.size, (c, r) => this.squareAt(c, r)));
    for (const name of ['marks', 'stacks', 'targets', 'arrows', 'flight']) {
      this.layers[name] = svg('g', {class: name});
      this.picture.append(this.layers[name]);
    }
    this.grid.style.inset = `${100 * RIM / width}%`;
    const rows = [];
    for (let row = 0; row < this.size; ++row) {
      const line = element('div', {role: 'row'});
      for (let column = 0; column < this.size; ++column) {
        line.append(element('div', {
          role: 'gridcell', class: 'cell', tabindex: -1, 'data-square': this.squareAt(column, row),
        }));
      }
      rows.push(line);
    }
    this.grid.replaceChildren(...rows);
    const isOn = this.focused && this.cell(this.focused);
    this.setFocused(isOn ? this.focused : 'a1');
    if (hadFocus) this.cell(this.focused).focus({preventScroll: true});
  }

  setFocused(square) {
    if (this.focused) this.cell(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = square;
    this.cell(square).setAttribute('tabindex', '0');
  }

  flip() {
    this.flipped = !this.flipped;
    if (!this.view) return;
    this.lay();
    this.draw();
  }

  // `from`: the view before, if `played` leads from it to this one and is to be seen happening.
  show(view, played, {usable, from = null}) {
    this.dropped?.();
    const sizeChanges = view.size !== this.size;
    Object.assign(this, {view, played, usable, size: view.size});
    if (sizeChanges) this.lay();
    this.choose(null);
    if (from && from.size === view.size && this.animated) animate(this, from);
    this.inHand = false;
  }

  setUsable(usable) {
    if (this.usable === usable || !this.view) return;
    this.usable = usable;
    this.choose(usable ? this.chosen : null);
  }

  setArrows(arrows) {
    this.arrows = arrows;
    if (this.view) this.drawArrows();
  }

  movesFrom(square) {
    if (!this.usable || !square) return [];
    return this.view.moves.filter((move) => move.from === square);
  }

  canLeave() {
    return this.movesFrom(this.chosen).some((move) => move.to === null);
  }

  choose(square) {
    this.chosen = this.movesFrom(square).length > 0 ? square : null;
    this.draw();
    this.handlers.chosen(this.chosen);
  }

  // A square was clicked, or Enter pressed on it.
  press(square) {
    if (!this.view) return;
    this.setFocused(square);
    const move = this.movesFrom(this.chosen).find((each) => each.to === square);
    if (move) {
      this.handlers.move(move);
    } else if (this.chosen === square) {
      this.choose(null);
    } else if (this.movesFrom(square).length > 0) {
      this.choose(square);
      const targets = this.movesFrom(square).map((each) => each.to ?? 'off the board');
      this.handlers.notice(`${square} chosen. It can go to ${targets.join(', ')}.`);
    } else if (this.chosen) {
      this.handlers.notice(`${this.chosen} cannot move to ${square}.`);
      this.choose(null);
    } else {
      this.handlers.notice(this.usable && this.stackOn(square)?.color === this.view.to_move
        ? `The stack on ${square} cannot move.` : `There is nothing to move on ${square}.`);
    }
  }

  pressOff() {
    const move = this.movesFrom(this.chosen).find((each) => each.to === null);
    if (move) this.handlers.off(move);
    else if (this.chosen) this.handlers.notice(`The stack on ${this.chosen} cannot leave.`, true);
    else this.handlers.notice('Choose the stack that is to leave the board first.', true);
  }

  stackOn(square) {
    return this.view.stacks.find((each) => each.square === square);
  }

  draw() {
    const {marks, stacks, targets} = this.layers;
    marks.replaceChildren();
    stacks.replaceChildren();
    targets.replaceChildren();
    this.layers.flight.replaceChildren();
    const mark = (kind, square) => {
      const {x, y} = this.corner(square);
      marks.append(squareMark(kind, x, y));
    };
    if (this.played) {
      mark('from', this.played.from);
      if (this.played.to) mark('to', this.played.to);
    }
    for (const {from, to} of crownChanges(this.played)) {
      if (from) mark('crown-from', from);
      mark('crown-to', to);
    }
    if (this.chosen) mark('chosen', this.chosen);
    // From the back to the front, for high stacks reach into the row behind them.
    const depth = ({square}) => this.place(square).row;
    const sorted = [...this.view.stacks].sort((a, b) => depth(a) - depth(b));
    for (const each of sorted) {
      const {x, y} = this.corner(each.square);
      const group = stack(each);
      group.setAttribute('transform', `translate(${x} ${y})`);
      group.setAttribute('data-stack', each.square);
      stacks.append(group);
    }
    for (const move of this.movesFrom(this.chosen)) {
      if (move.to === null) continue;
      const {x, y} = this.corner(move.to);
      targets.append(targetMark(move.captures, x, y));
    }
    this.root.classList.toggle('can-leave', this.canLeave());
    this.drawArrows();
    this.nameCells();
  }

  drawArrows() {
    const middle = (square) => {
      const {x, y} = this.corner(square);
      return {x: x + 50, y: y + 50};
    };
    const onBoard = this.arrows.filter(({from}) => this.stackOn(from));
    this.layers.arrows.replaceChildren(...onBoard.map(({from, to, share}, rank) =>
        arrow(middle(from), to ? middle(to) : this.edgeNear(middle(from)), rank, share)).reverse());
  }

  // A point on the rim: the nearest.
  edgeNear({x, y}) {
    const width = SQUARE * this.size + 2 * RIM;
    const edges = [{x, y: 0}, {x, y: width}, {x: 0, y}, {x: width, y}];
    const distance = (edge) => Math.abs(edge.x - x) + Math.abs(edge.y - y);
    return edges.reduce((best, edge) => (distance(edge) < distance(best) ? edge : best));
  }

  nameCells() {
    const movable = new Set(this.usable ? this.view.moves.map((move) => move.from) : []);
    const targets = new Map(this.movesFrom(this.chosen).map((move) => [move.to, move]));
    for (const cell of this.grid.querySelectorAll('[data-square]')) {
      const {square} = cell.dataset;
      const move = targets.get(square);
      const on = this.stackOn(square);
      const parts = [square, on ? `${on.color} stack of ${on.height}` : 'empty'];
      if (on?.king) parts.push('king');
      if (square === this.chosen) parts.push('chosen');
      if (square === this.chosen && this.canLeave()) parts.push('can leave the board');
      if (move) parts.push(move.captures ? 'can be captured' : 'can move here');
      if (this.played?.to === square) parts.push('moved last');
      cell.setAttribute('aria-label', parts.join(', '));
      cell.setAttribute('aria-selected', String(square === this.chosen));
      cell.classList.toggle('movable', movable.has(square));
      cell.classList.toggle('target', move !== undefined);
    }
    const side = this.flipped ? 'Red' : 'Blue';
    this.grid.setAttribute('aria-label', `Board, seen from ${side}'s side`);
  }
}
