// What the browser keeps between visits. It may refuse to (private windows, full disk): then the
// page works all the same and forgets.

const PREFIX = 'lielow.';

export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Not kept.
  }
}
