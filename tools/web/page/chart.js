// A small chart of curves, with axes and the values under the pointer.

import {element, svg} from './dom.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 170, 46, 8, 8, 22];

export const numberText = (x) => (Math.abs(x) >= 1000 ? Math.round(x).toLocaleString('en')
  : String(Number(x.toPrecision(3))));

// About four round numbers within the range.
export function ticks(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const list = [];
  for (let i = Math.ceil(low / step); i * step <= high * (1 + 1e-9); ++i) list.push(i * step);
  return list;
}

function rangeOf(values) {
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const room = low === high ? Math.abs(low) / 10 || 1 : 0;
  return [low - room, high + room];
}

// `curves`: [{name, points: [[x, y], ...]}].
export function chart({title, xName, curves}) {
  const points = curves.flatMap((curve) => curve.points);
  const [x0, x1] = rangeOf(points.map(([x]) => x));
  const [y0, y1] = rangeOf(points.map(([, y]) => y));
  const toX = (x) => LEFT + (WIDTH - LEFT - RIGHT) * (x - x0) / (x1 - x0);
  const toY = (y) => TOP + (HEIGHT - TOP - BOTTOM) * (y1 - y) / (y1 - y0);
  const items = [];
  for (const y of ticks(y0, y1)) {
    items.push(svg('path', {class: 'line', d: `M${LEFT} ${toY(y)}H${WIDTH - RIGHT}`}),
        svg('text', {x: LEFT - 5, y: toY(y) + 4, 'text-anchor': 'end'}, numberText(y)));
  }
  for (const x of ticks(x0, x1)) {
    items.push(svg('text', {x: toX(x), y: HEIGHT - 6, 'text-anchor': 'middle'}, numberText(x)));
  }
  curves.forEach((curve, i) => {
    const places = curve.points.map(([x, y]) => `${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`);
    // The last place twice: so a single point shows, as a dot.
    const d = `M${[...places, places.at(-1)].join('L')}`;
    items.push(svg('path', {class: `curve curve-${i % 4}`, d}));
  });
  const cursor = svg('path', {class: 'now'});
  const last = curves.map((curve) => `${curve.name} ${numberText(curve.points.at(-1)[1])}`);
  const picture = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
    'aria-label': `${title} by ${xName}. Last: ${last.join(', ')}`,
  }, ...items, cursor);
  const keys = curves.map((curve, i) => element('span', {class: `key key-${i % 4}`}, last[i]));
  picture.addEventListener('pointermove', (event) => {
    const {left, width} = picture.getBoundingClientRect();
    const across = ((event.clientX - left) / width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    const at = x0 + across * (x1 - x0);
    curves.forEach((curve, i) => {
      const [x, y] = curve.points.reduce((best, each) =>
          (Math.abs(each[0] - at) < Math.abs(best[0] - at) ? each : best));
      keys[i].textContent = `${curve.name} ${numberText(y)} at ${numberText(x)}`;
      cursor.setAttribute('d', `M${toX(x)} ${TOP}V${HEIGHT - BOTTOM}`);
    });
  });
  picture.addEventListener('pointerleave', () => {
    keys.forEach((key, i) => { key.textContent = last[i]; });
    cursor.removeAttribute('d');
  });
  return element('figure', {class: 'chart'}, element('figcaption', {}, title), picture,
      element('p', {}, ...keys, ` by ${xName}`));
}
