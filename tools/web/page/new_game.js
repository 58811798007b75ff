// The form for a new game.

import {Clock} from './clock.js';
import {byId, colorName, element, onClick} from './dom.js';
import {clearError, showError} from './notice.js';
import {keep, recall} from './store.js';

const COLORS = ['blue', 'red'];

export class NewGame {
  // `started()` is called once a game has begun.
  constructor(session, setup, started) {
    this.session = session;
    this.setup = setup;
    this.started = started;
    const {sizes, levels} = setup;
    byId('size').append(...sizes.map((size) => element('option', {value: size},
        `${size} × ${size}${size < 8 ? ' (for study)' : ''}`)));
    const known = recall('players', {blue: 'person', red: setup.default_level});
    for (const color of COLORS) {
      byId(`level-${color}`).append(element('option', {value: 'person'}, 'Person'),
          ...levels.map(({id, name, about}) =>
              element('option', {value: id}, about ? `${name}: ${about}` : name)));
      this.choose(color, known[color]);
    }
    const update = () => this.update();
    for (const id of ['size', 'start-kind', 'start-position', 'clock-on']) {
      byId(id).addEventListener('input', update);
    }
    onClick('swap', () => {
      const {blue, red} = this.players();
      this.choose('blue', red);
      this.choose('red', blue);
    });
    byId('new-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.start();
    });
    this.update();
  }

  choose(color, player) {
    const select = byId(`level-${color}`);
    select.value = player;
    if (select.selectedIndex < 0) select.value = 'person';
  }

  players() {
    return {blue: byId('level-blue').value, red: byId('level-red').value};
  }

  name(player) {
    return this.setup.levels.find(({id}) => id === player)?.name ?? 'Person';
  }

  startText() {
    const kind = byId('start-kind').value;
    if (kind === 'board') return this.session.view?.position ?? null;
    return kind === 'text' ? byId('start-position').value.trim() : null;
  }

  // Offers what goes together: some levels play on some boards only.
  update() {
    const start = this.startText();
    const kind = byId('start-kind').value;
    const size = start === null ? Number(byId('size').value) : start.split('/').length;
    byId('position-field').hidden = kind !== 'text';
    byId('size').disabled = kind !== 'standard';
    byId('clock-fields').hidden = byId('clock-fields').disabled = !byId('clock-on').checked;
    for (const color of COLORS) {
      const select = byId(`level-${color}`);
      for (const {id, sizes} of this.setup.levels) {
        select.querySelector(`[value="${CSS.escape(id)}"]`).disabled =
            Array.isArray(sizes) && size >= 4 && size <= 9 && !sizes.includes(size);
      }
      if (select.selectedOptions[0]?.disabled) {
        this.choose(color, [...select.options].find((each, i) => i > 0 && !each.disabled)?.value);
      }
    }
  }

  async start() {
    clearError('error-new');
    try {
      if (await this.begin()) this.started();
    } catch (error) {
      showError('error-new', error);
    }
  }

  begin() {
    this.update();
    const players = this.players();
    const number = (id) => Number(byId(id).value);
    const clock = byId('clock-on').checked
      ? new Clock(number('clock-minutes'), number('clock-increment')) : null;
    const tags = {Event: 'lielow serve', Date: new Date().toISOString().slice(0, 10)
        .replaceAll('-', '.')};
    for (const color of COLORS) tags[colorName(color)] = this.name(players[color]);
    keep('players', players);
    return this.session.newGame(
        {start: this.startText(), size: number('size'), players, clock, tags});
  }
}
