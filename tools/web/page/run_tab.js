// A training run, watched: curves, and the newest games.

import {get} from './api.js';
import {chart} from './chart.js';
import {byId, colorName, element} from './dom.js';
import {clearError, showError} from './notice.js';

const PERIOD = 5000;

// Figures of one kind share a chart; of all others, each has its own.
const GROUPS = {
  'Score against opponents': [],
  'Policy loss': ['policy_loss', 'policy_loss_new'],
  'Value loss': ['value_loss', 'value_loss_new'],
  'Positions a second': ['positions_per_second'],
  'Plies of a game': ['mean_plies'],
};

const titleOf = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
const isPoint = (point) => point.every(Number.isFinite);

function chartsOf({figures, scores}) {
  const minutes = new Map(figures.minutes ?? []);
  const timed = minutes.size > 1;
  const curveOf = (name) => ({
    name: titleOf(name),
    points: (figures[name] ?? []).map(([step, y]) => [timed ? minutes.get(step) : step, y])
        .filter(isPoint),
  });
  const xName = timed ? 'minutes' : 'training steps';
  const opponents = [...new Set(scores.map((each) => each.opponent))];
  const charts = Object.entries(GROUPS)
      .map(([title, names]) => ({title, xName, curves: names.map(curveOf)}));
  Object.assign(charts[0], {xName: 'minutes', curves: opponents.map((name) => ({
    name,
    points: scores.filter((each) => each.opponent === name)
        .map(({minutes: x, score}) => [x, score]).filter(isPoint),
  }))});
  const grouped = new Set(['minutes', ...Object.values(GROUPS).flat()]);
  for (const name of Object.keys(figures)) {
    if (!grouped.has(name)) charts.push({title: titleOf(name), xName, curves: [curveOf(name)]});
  }
  return charts
      .map((each) => ({...each, curves: each.curves.filter(({points}) => points.length > 0)}))
      .filter(({curves}) => curves.length > 0);
}

// The machines that play the games; nothing where it is this one alone.
function clusterParts(cluster) {
  if (!cluster) return [];
  const count = (number) => Math.round(number).toLocaleString('en');
  const cells = (kind, texts) => texts.map((text) => element(kind, {}, text));
  const plural = cluster.workers.length === 1 ? '' : 's';
  const refused = Object.entries(cluster.learner?.refused ?? {});
  return [
    element('h3', {}, 'Workers'),
    element('p', {}, `${cluster.workers.length} worker${plural}, ` +
        `${count(cluster.positions_per_second)} positions a second; ` +
        `${count(cluster.games_on_their_way)} games on their way`),
    element('table', {},
        element('thead', {}, element('tr', {}, ...cells('th',
            ['Worker', 'Does', 'Positions/s', 'Games', 'Not sent', 'Step']))),
        element('tbody', {}, ...cluster.workers.map((each) => element('tr', {}, ...cells('td', [
          each.name, each.doing, count(each.positions_per_second), count(each.games),
          count(each.waiting_games), count(each.step),
        ]))))),
    ...refused.map(([session, games]) =>
      element('p', {class: 'faint'}, `refused: ${count(games)} games of ${session}`)),
  ];
}

export class RunTab {
  // `open(game)` puts a game on the board.
  constructor(open) {
    this.openGame = open;
    this.shown = '';
    setInterval(() => this.update(), PERIOD);
  }

  isVisible() {
    return !byId('panel-run').hidden && !document.hidden;
  }

  async update() {
    if (!this.isVisible() || this.asking) return;
    this.asking = true;
    try {
      this.draw(await get('/api/run'));
      clearError('error-run');
    } catch (error) {
      showError('error-run', error);
    }
    this.asking = false;
  }

  draw(run) {
    const text = JSON.stringify(run);
    const inUse = byId('run-charts').matches(':hover') ||
        byId('run-games').contains(document.activeElement);
    // What is being read or pointed at stays until it is left.
    if (text === this.shown || (inUse && this.shown !== '')) return;
    this.shown = text;
    const count = (number) => Math.round(number).toLocaleString('en');
    byId('run-text').textContent = `${run.name}: ${count(run.step)} steps, ` +
        `${count(run.games)} games, ${count(run.positions)} positions, ` +
        `${run.minutes.toFixed(1)} minutes`;
    byId('run-charts').replaceChildren(...chartsOf(run).map(chart));
    byId('run-cluster').replaceChildren(...clusterParts(run.cluster));
    byId('run-games').replaceChildren(...run.newest.map(({id, winner, plies, step}) =>
        element('li', {}, element('button', {
          class: 'move', 'data-run-game': id, click: () => this.open(id),
        }, `Game ${id}: ${colorName(winner)} won, ${plies} plies, step ${step}`))));
  }

  async open(id) {
    clearError('error-run');
    try {
      await this.openGame(await get(`/api/run/game?id=${encodeURIComponent(id)}`));
    } catch (error) {
      showError('error-run', error);
    }
  }
}
