// Errors, shown near what was done; the reader takes them away.

import {isQuiet} from './api.js';
import {byId, element, sentence} from './dom.js';

// `place` is the id of an element with role="alert".
export function showError(place, error) {
  const text = typeof error === 'string' ? error : error.message;
  if (typeof error !== 'string') {
    if (isQuiet(error)) return;
    if (!('status' in error)) console.error(error);
  }
  byId(place).replaceChildren(element(
      'p', {class: 'error'}, element('span', {}, sentence(text)),
      element('button', {
        type: 'button', class: 'quiet', 'aria-label': 'Dismiss this message',
        click: () => clearError(place),
      }, '✕')));
}

export function clearError(place) {
  byId(place).replaceChildren();
}
