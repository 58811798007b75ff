// A clock for two. It knows no time itself: the caller says what time it is, in milliseconds.

export class Clock {
  constructor(minutes, increment) {
    this.increment = 1000 * increment;
    this.left = {blue: 60000 * minutes, red: 60000 * minutes};
    this.running = null;  // Whose time runs.
    this.since = 0;
  }

  remaining(color, now) {
    return this.left[color] - (this.running === color ? now - this.since : 0);
  }

  start(color, now) {
    if (this.running === color) return;
    this.stop(now);
    this.running = color;
    this.since = now;
  }

  stop(now) {
    if (this.running) this.left[this.running] = this.remaining(this.running, now);
    this.running = null;
  }

  // `color` has moved.
  press(color, now) {
    this.stop(now);
    this.left[color] += this.increment;
  }

  flagged(now) {
    return this.running !== null && this.remaining(this.running, now) <= 0 ? this.running : null;
  }

  toJson(now) {
    return {
      increment: this.increment,
      left: {blue: this.remaining('blue', now), red: this.remaining('red', now)},
    };
  }

  static fromJson(json) {
    const clock = new Clock(0, 0);
    clock.increment = Number(json.increment);
    clock.left = {blue: Number(json.left.blue), red: Number(json.left.red)};
    return clock;
  }
}

// "5:03", and tenths where they matter.
export function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
