// The server: requests, streams, and what to do when it does not answer.

export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

// The server could not be reached. The page says so in one place, and goes on once it is back.
export class AwayError extends Error {
  constructor() {
    super('the server does not answer');
  }
}

// Whether nobody needs to hear of it where it happened.
export const isQuiet = (error) => error.name === 'AbortError' || error instanceof AwayError;

// Sends "away" and "back".
export const connection = new EventTarget();

let away = false;

function wait(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, {once: true});
  });
}

async function isThere() {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 5000);
  try {
    return (await fetch('/api/setup', {cache: 'no-store', signal: controller.signal})).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function lost() {
  if (away) return;
  away = true;
  connection.dispatchEvent(new Event('away'));
  for (let seconds = 1; ; seconds = Math.min(10, 2 * seconds)) {
    await wait(1000 * seconds);
    if (await isThere()) break;
  }
  away = false;
  connection.dispatchEvent(new Event('back'));
}

// Any failure to transfer, but for one that we wanted ourselves.
function failure(error, signal) {
  if (signal?.aborted) return new DOMException('stopped', 'AbortError');
  if (error instanceof ApiError || error.name === 'AbortError') return error;
  lost();
  return new AwayError();
}

async function errorOf(response) {
  try {
    const {error} = await response.json();
    if (typeof error === 'string') return new ApiError(error, response.status);
  } catch {
    // No JSON: the status must do.
  }
  return new ApiError(`the server answered with status ${response.status}`, response.status);
}

// A search that was just given up may still count for a moment, so "too many" is tried again.
async function request(path, options) {
  const {signal} = options;
  for (let attempt = 1; ; ++attempt) {
    let response;
    try {
      response = await fetch(path, {cache: 'no-store', ...options});
    } catch (error) {
      throw failure(error, signal);
    }
    if (response.ok) return response;
    const busy = response.status === 429 || response.status === 503;
    const error = await errorOf(response);
    if (!busy || attempt > 4) throw error;
    await wait(400 * attempt, signal);
  }
}

const posted = (body, signal) => ({
  method: 'POST',
  headers: {'Content-Type': 'application/json'},
  body: JSON.stringify(body),
  signal,
});

async function jsonOf(response, signal) {
  let text;
  try {
    text = await response.text();
  } catch (error) {
    throw failure(error, signal);
  }
  return parse(text);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('the server sent an answer that cannot be read', 0);
  }
}

export async function get(path, signal) {
  return jsonOf(await request(path, {signal}), signal);
}

export async function post(path, body, signal) {
  return jsonOf(await request(path, posted(body, signal)), signal);
}

// The objects of a stream, one a line, as they come. Leaving the loop stops the search.
export async function* stream(path, body, signal) {
  const response = await request(path, posted(body, signal));
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (true) {
      let piece;
      try {
        piece = await reader.read();
      } catch (error) {
        throw failure(error, signal);
      }
      text += piece.done ? decoder.decode() : decoder.decode(piece.value, {stream: true});
      const lines = text.split('\n');
      text = piece.done ? '' : lines.pop();
      for (const line of lines) {
        if (line.trim() === '') continue;
        const item = parse(line);
        if (typeof item.error === 'string') throw new ApiError(item.error, 200);
        yield item;
      }
      if (piece.done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
