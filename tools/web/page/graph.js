// The probability that Blue wins over the whole game, as far as somebody has looked.

import {svg} from './dom.js';

const HEIGHT = 120;

const SIGNS = {inaccuracy: 'M-5 5L0 -5L5 5z', mistake: 'M-5 -5h10v10h-10z',
  blunder: 'M0 -8L8 0L0 8L-8 0z'};

export class Graph {
  constructor(root, session) {
    this.root = root;
    this.session = session;
    root.addEventListener('click', (event) => {
      const line = session.tree.mainLine();
      const {left, width} = root.getBoundingClientRect();
      const ply = Math.round((event.clientX - left) / width * (line.length - 1));
      session.go(line[Math.max(0, Math.min(line.length - 1, ply))]);
    });
  }

  draw() {
    const {tree, node} = this.session;
    const line = tree.mainLine();
    const known = line.filter((each) => each.value !== null);
    this.root.classList.toggle('empty', known.length < 2);
    const width = this.root.clientWidth || 360;
    this.root.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
    const x = (each) => width * each.ply / Math.max(1, line.length - 1);
    const y = (each) => HEIGHT * (1 - each.value);
    const points = known.map((each) => `${x(each).toFixed(1)} ${y(each).toFixed(1)}`);
    const items = [svg('path', {class: 'half', d: `M0 ${HEIGHT / 2}H${width}`})];
    if (known.length > 1) {
      const area = `M${x(known[0])} ${HEIGHT}L${points.join('L')}L${x(known.at(-1))} ${HEIGHT}z`;
      items.push(svg('path', {class: 'area', d: area}),
          svg('path', {class: 'curve', d: `M${points.join('L')}`}));
    }
    for (const each of known) {
      const sign = SIGNS[each.review?.judgement];
      if (!sign) continue;
      items.push(svg('path', {
        class: each.review.judgement, d: sign, transform: `translate(${x(each)} ${y(each)})`,
      }));
    }
    const now = tree.path(node).findLast((each) => line.includes(each));
    items.push(svg('path', {class: 'now', d: `M${x(now)} 0V${HEIGHT}`}));
    this.root.replaceChildren(...items);
    this.root.setAttribute('aria-label',
        `Probability that Blue wins, by move: ${known.length} of ${line.length} positions known`);
  }
}
