// The shapes on the board, in units of a hundredth of a square. Blue's stacks are round, Red's have
// corners and a stripe, so nobody needs colours to tell them apart.

import {svg} from './dom.js';

export const SQUARE = 100;
export const RIM = 48;

const THICKNESS = 9;
const HIGHEST_PILE = 34;
const GROUND = 73;  // Middle of the face of a stack without thickness.

// The outline of a disc whose face is around (50, y), `side` thick.
function disc(color, y, side) {
  return color === 'blue'
    ? `M14 ${y}a36 20 0 0 1 72 0v${side}a36 20 0 0 1 -72 0z`
    : `M14 ${y}l15 -20h42l15 20v${side}l-15 20h-42l-15 -20z`;
}

function crownPath(x, y) {
  return `M${x - 22} ${y}l-5 -23l14 9l13 -14l13 14l14 -9l-5 23q-22 6 -44 0z`;
}

export const crown = (x, y) => svg('path', {class: 'crown', d: crownPath(x, y)});

const pile = (height) => Math.min(THICKNESS * height, HIGHEST_PILE);

// Where the crown of a stack of `height` sits.
export const crownPlace = (height) => ({x: 50, y: GROUND - pile(height) - 12});

export function stack({color, height, king}) {
  const group = svg('g', {class: `stack ${color}`});
  const step = pile(height) / height;
  for (let i = 1; i <= height; ++i) {
    group.append(svg('path', {class: 'disc', d: disc(color, GROUND - i * step, step)}));
  }
  const y = GROUND - pile(height);
  group.append(svg('path', {class: king ? 'face king' : 'face', d: disc(color, y, 0)}));
  if (color === 'red') {
    group.append(svg('path', {class: 'stripe', d: `M22 ${y}h10M68 ${y}h10`}));
  }
  group.append(svg('text', {class: 'height', x: 50, y: y + (king ? 14 : 12)}, String(height)));
  if (king) {
    const place = crownPlace(height);
    group.append(crown(place.x, place.y));
  }
  return group;
}

export function squareMark(kind, x, y) {
  const inset = kind.startsWith('crown') ? 3 : 5;
  return svg('rect', {
    class: `mark ${kind}`, x: x + inset, y: y + inset,
    width: SQUARE - 2 * inset, height: SQUARE - 2 * inset, rx: 8,
  });
}

export function targetMark(captures, x, y) {
  return captures
    ? svg('circle', {class: 'target-ring', cx: x + 50, cy: y + 50, r: 45})
    : svg('circle', {class: 'target-dot', cx: x + 50, cy: y + 50, r: 15});
}

// From middle to middle; `rank` from 0 for the best. `share` of the attention says how thick.
export function arrow(from, to, rank, share) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = (point, along, across) => `${(point.x + along * Math.cos(angle) -
      across * Math.sin(angle)).toFixed(1)} ${(point.y + along * Math.sin(angle) +
      across * Math.cos(angle)).toFixed(1)}`;
  const half = 4 + 7 * Math.sqrt(share ?? 0);
  const head = half + 13;
  const tip = -12;
  const neck = tip - 30;
  const points = [
    at(from, 26, -half), at(to, neck, -half), at(to, neck, -head), at(to, tip, 0),
    at(to, neck, head), at(to, neck, half), at(from, 26, half),
  ];
  const badge = {x: from.x + 34 * Math.cos(angle), y: from.y + 34 * Math.sin(angle)};
  return svg('g', {class: `arrow rank-${rank}`},
      svg('polygon', {points: points.join(' ')}),
      svg('circle', {cx: badge.x, cy: badge.y, r: 15}),
      svg('text', {x: badge.x, y: badge.y + 7}, String(rank + 1)));
}

// The board without anything on it. `squareAt(column, row)` counts from the picture's top left.
export function ground(size, squareAt) {
  const width = SQUARE * size + 2 * RIM;
  const group = svg('g', {},
      svg('rect', {class: 'rim', x: 0, y: 0, width, height: width, rx: 22}));
  for (let row = 0; row < size; ++row) {
    for (let column = 0; column < size; ++column) {
      group.append(svg('rect', {
        class: (row + column + size) % 2 ? 'dark' : 'light',
        x: RIM + SQUARE * column, y: RIM + SQUARE * row, width: SQUARE, height: SQUARE,
      }));
    }
    const middle = RIM + SQUARE * row + 50;
    group.append(
        svg('text', {class: 'place', x: middle, y: width - 13}, squareAt(row, 0)[0]),
        svg('text', {class: 'place', x: RIM / 2, y: middle + 11}, squareAt(0, row)[1]));
  }
  const label = (transform) => svg(
      'text', {class: 'rim-label', transform, 'text-anchor': 'middle'}, 'off the board');
  group.append(label(`translate(${width / 2} 34)`),
      label(`translate(${width - 34} ${width / 2}) rotate(90)`));
  return group;
}
