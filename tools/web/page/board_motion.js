// What has just happened, once: the picture is right already and only seems to come later.

import {crown, crownPlace, stack} from './board_draw.js';

const MOVE_TIME = 240;
const CROWN_TIME = 900;

// The crowns that `played` put on other heads. A king that walks takes its crown along: that is no
// change. The old place is where that head is now.
export function crownChanges(played) {
  if (!played) return [];
  return played.crown_squares
      .filter(({color, from, to}) => to !== null &&
          !(color === played.color && from === played.from && to === played.to))
      .map(({color, from, to}) => ({
        color, to,
        from: color === played.color && from === played.from && played.to ? played.to : from,
      }));
}

// `from` is the view before board.played.
export function animate(board, from) {
  const {played, layers} = board;
  if (!played) return;
  const timing = {duration: MOVE_TIME, easing: 'ease-in-out'};
  const shift = (square) => {
    const {x, y} = board.corner(square);
    return `translate(${x}px, ${y}px)`;
  };
  if (played.to && !board.inHand) {
    const mover = layers.stacks.querySelector(`[data-stack="${played.to}"]`);
    mover?.animate({transform: [shift(played.from), shift(played.to)]}, timing);
  }
  // Who is gone fades away.
  const gone = played.to ?? played.from;
  const old = from.stacks.find((each) => each.square === gone);
  if (old && (played.captures || !played.to)) {
    const ghost = stack(old);
    const {x, y} = board.corner(gone);
    ghost.setAttribute('transform', `translate(${x} ${y})`);
    layers.flight.append(ghost);
    removeAfter(ghost, ghost.animate({opacity: [1, 0]}, timing));
  }
  for (const change of crownChanges(played)) animateCrown(board, change);
}

const removeAfter = (node, {finished}) => finished.catch(() => {}).then(() => node.remove());

function animateCrown(board, {from, to}) {
  const timing = {
    duration: CROWN_TIME, delay: MOVE_TIME + 60, easing: 'ease-in-out', fill: 'backwards',
  };
  const worn = board.layers.stacks.querySelector(`[data-stack="${to}"] .crown`);
  worn?.animate({opacity: [0, 0]}, timing);
  const above = (square) => {
    const {x, y} = board.corner(square);
    const head = crownPlace(board.stackOn(square)?.height ?? 1);
    return `translate(${x + head.x}px, ${y + head.y}px)`;
  };
  const start = from ? `${above(from)} scale(1.5)` : `${above(to)} scale(3)`;
  const flying = crown(0, 0);
  board.layers.flight.append(flying);
  removeAfter(flying, flying.animate(
      {transform: [start, `${above(to)} scale(1)`], opacity: [from ? 1 : 0, 1]}, timing));
}
