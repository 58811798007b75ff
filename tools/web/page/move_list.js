// The moves: the main line in two columns, variations and comments between its rows.

import {element} from './dom.js';

export const GLYPHS = {inaccuracy: '?!', mistake: '?', blunder: '??'};

const isMark = (text) => /^[!?$]/.test(text);
const comments = (node) => node.annotations.filter((text) => !isMark(text))
    .map((text) => element('p', {class: 'comment'}, text.replace(/^\{\s*|\s*\}$/g, '')));

export class MoveList {
  constructor(root, session) {
    this.root = root;
    this.session = session;
    this.buttons = new Map();
  }

  draw() {
    const {tree} = this.session;
    const hadFocus = this.root.contains(document.activeElement);
    this.buttons.clear();
    const start = element('div', {class: 'between'}, this.button(tree.root, true, 'Start'),
        ...comments(tree.root));
    const items = [start];
    let needsNumber = true;
    for (const node of tree.lineAfter(tree.root)) {
      const isBlue = tree.mover(node) === 'blue';
      if (isBlue || needsNumber) {
        items.push(element('span', {class: 'number'}, tree.number(node).replace(/\.+/, '.')));
        if (!isBlue) items.push(element('span', {class: 'number'}, '…'));
      }
      items.push(this.button(node, true, node.move));
      const between = [...comments(node), ...this.beside(node)];
      if (between.length > 0) items.push(element('div', {class: 'between'}, ...between));
      needsNumber = between.length > 0;
    }
    this.root.replaceChildren(...items);
    this.mark();
    if (hadFocus) this.buttons.get(this.session.node)?.focus({preventScroll: true});
  }

  // The variations that stand behind the move they replace.
  beside(node) {
    return node.parent.children.slice(1).map((first) => this.variation(first));
  }

  variation(first) {
    const {tree} = this.session;
    const block = element('div', {class: 'variation'});
    let needsNumber = true;
    for (let node = first; node; node = node.children[0]) {
      const number = needsNumber || tree.mover(node) === 'blue' ? `${tree.number(node)} ` : '';
      const inner = [...comments(node), ...(node === first ? [] : this.beside(node))];
      block.append(this.button(node, false, number + node.move), ...inner);
      needsNumber = inner.length > 0;
    }
    return block;
  }

  button(node, isMain, text) {
    const marks = node.annotations.filter(isMark).join(' ');
    const button = element('button', {
      type: 'button', class: 'move', tabindex: -1,
      [isMain ? 'data-move-ply' : 'data-variation-ply']: node.ply,
      click: () => this.session.go(node),
    }, text + marks, element('span'));
    this.buttons.set(node, button);
    this.judge(node);
    return button;
  }

  // Shows what the review says of a move.
  judge(node) {
    const {judgement} = node.review ?? {};
    const glyph = GLYPHS[judgement];
    const span = this.buttons.get(node).lastElementChild;
    span.className = span.title = glyph ? judgement : '';
    span.textContent = glyph ? ` ${glyph}` : '';
  }

  // Shows which node is on the board; it alone is reached by Tab.
  mark() {
    const hadFocus = this.root.contains(document.activeElement);
    const old = this.root.querySelector('[aria-current]');
    old?.removeAttribute('aria-current');
    old?.setAttribute('tabindex', '-1');
    const now = this.buttons.get(this.session.node);
    if (!now) return;
    now.setAttribute('aria-current', 'true');
    now.setAttribute('tabindex', '0');
    // Not scrollIntoView: it would move the page, too.
    const {top, bottom} = this.root.getBoundingClientRect();
    const place = now.getBoundingClientRect();
    if (place.top < top || place.bottom > bottom) {
      this.root.scrollTop += (place.top + place.bottom - top - bottom) / 2;
    }
    if (hadFocus) now.focus({preventScroll: true});
  }
}
