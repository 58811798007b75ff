// Hands and keys on the board. A click is told from a drag by the way the pointer goes, so that a
// trembling hand moves nothing; a drag is followed over the whole window.

const THRESHOLD = {mouse: 5, pen: 7, touch: 9};

// After a drag the browser may still send a click, and to the rim at that.
const CLICK_AFTER_DRAG = 120;

const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

export function setUpBoardInput(board) {
  let dragEnded = -Infinity;
  listenToDrags(board, () => {
    dragEnded = performance.now();
  });
  board.root.addEventListener('click', (event) => {
    if (performance.now() - dragEnded < CLICK_AFTER_DRAG) return;
    const cell = event.target.closest('[data-square]');
    board.inHand = false;
    if (cell) board.press(cell.dataset.square);
    else if (event.target === board.root) board.pressOff();
  });
  board.grid.addEventListener('focusin', (event) => {
    const cell = event.target.closest('[data-square]');
    if (cell) board.setFocused(cell.dataset.square);
  });
  board.grid.addEventListener('keydown', (event) => onKey(board, event));
}

function onKey(board, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !board.view) return;
  const square = event.target.closest('[data-square]')?.dataset.square;
  if (!square) return;
  const {column, row} = board.place(square);
  const last = board.size - 1;
  const goTo = (c, r) => board.cell(board.squareAt(c, r)).focus();
  const clamp = (value) => Math.max(0, Math.min(last, value));
  if (event.key in STEPS) {
    const [right, down] = STEPS[event.key];
    goTo(clamp(column + right), clamp(row + down));
  } else if (event.key === 'Home') {
    goTo(0, row);
  } else if (event.key === 'End') {
    goTo(last, row);
  } else if (event.key === 'Enter' || event.key === ' ') {
    board.inHand = false;
    if (!event.repeat) board.press(square);
  } else if (event.key === 'Escape') {
    board.choose(null);
  } else if (event.key.toLowerCase() === 'o') {
    board.pressOff();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function listenToDrags(board, ended) {
  let drag = null;

  const put = (dx, dy) => {
    const stack = board.layers.stacks.querySelector(`[data-stack="${drag.square}"]`);
    if (!stack) return;
    const scale = board.picture.viewBox.baseVal.width / board.picture.clientWidth;
    const {x, y} = board.corner(drag.square);
    stack.classList.add('dragged');
    stack.style.transform = `translate(${x + dx * scale}px, ${y + dy * scale}px)`;
  };

  const stop = () => {
    if (drag?.moving) {
      const stack = board.layers.stacks?.querySelector('.dragged');
      if (stack) {
        stack.style.transform = '';
        stack.classList.remove('dragged');
      }
      ended();
    }
    drag = null;
    board.root.classList.remove('dragging');
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', stop);
  };

  const move = (event) => {
    if (event.pointerId !== drag?.id) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moving) {
      if (Math.hypot(dx, dy) < (THRESHOLD[event.pointerType] ?? 6)) return;
      if (board.movesFrom(drag.square).length === 0) return;
      drag.moving = true;
      board.setFocused(drag.square);
      board.choose(drag.square);
      board.root.classList.add('dragging');
    }
    put(dx, dy);
  };

  const up = (event) => {
    if (event.pointerId !== drag?.id) return;
    const {moving, square} = drag;
    stop();
    if (!moving) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = under?.closest('[data-square]')?.dataset.square;
    if (target === square) return;
    board.inHand = true;
    if (target) board.press(target);
    else if (under === board.root) board.pressOff();
  };

  // A position that comes while something is in the hand takes it out of the hand.
  board.dropped = () => {
    if (drag) stop();
  };

  board.grid.addEventListener('pointerdown', (event) => {
    const square = event.target.closest('[data-square]')?.dataset.square;
    if (drag || !event.isPrimary || event.button !== 0 || !square) return;
    if (board.movesFrom(square).length === 0) return;
    drag = {id: event.pointerId, square, x: event.clientX, y: event.clientY, moving: false};
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', stop);
  });
}
