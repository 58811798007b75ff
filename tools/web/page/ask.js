// A question with two answers, shown under the board: no window, nothing is covered.

import {byId, onClick} from './dom.js';

let answer = null;

// Resolves to whether the answer was yes. A second question answers the first with no.
export function ask(question, yes, no = 'Cancel') {
  close(false);
  byId('confirm-text').textContent = question;
  byId('confirm-yes').textContent = yes;
  byId('confirm-no').textContent = no;
  const before = document.activeElement;
  byId('confirm').hidden = false;
  // The safe answer has the focus, so that a key held too long does no harm.
  byId('confirm-no').focus({preventScroll: true});
  byId('confirm').scrollIntoView?.({block: 'nearest'});
  return new Promise((resolve) => {
    answer = (isYes) => {
      answer = null;
      const hadFocus = byId('confirm').contains(document.activeElement);
      byId('confirm').hidden = true;
      if (hadFocus && before?.isConnected) before.focus({preventScroll: true});
      resolve(isYes);
    };
  });
}

// For when the question has lost its sense.
export function close(isYes = false) {
  answer?.(isYes);
}

export function setUpAsk() {
  onClick('confirm-yes', () => close(true));
  onClick('confirm-no', () => close(false));
  byId('confirm').addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(false);
    event.stopPropagation();
  });
}
