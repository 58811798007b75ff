// Elements, built by calls only: text from the server or a file never becomes markup.

export const byId = (id) => document.getElementById(id);

// A function among the attributes is a listener: {click: show}.
function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

export const onClick = (id, action) => byId(id).addEventListener('click', action);

// Tells screen readers. The same text twice must still be a change, or they stay silent.
export function announce(text) {
  const place = byId('message');
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

// "the board is full" as "The board is full."
export function sentence(text) {
  const trimmed = String(text).trim();
  const ended = /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

export const percent = (share) => `${Math.round(100 * share)} %`;

export const other = (color) => (color === 'blue' ? 'red' : 'blue');
export const colorName = (color) => (color === 'blue' ? 'Blue' : 'Red');
