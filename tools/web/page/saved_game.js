// A game as the browser keeps it, to go on with after a reload.

import {Clock} from './clock.js';
import {GameTree} from './game_tree.js';

export function savedGame({tree, node, end, live, players, result, tags, clock}) {
  const list = tree.nodes();
  return {
    tree: tree.toJson(), live, players, result, tags,
    node: list.indexOf(node),
    end: end ? list.indexOf(end) : null,
    clock: clock?.toJson(Date.now()) ?? null,
  };
}

// What Session.begin takes. A game of two computers waits for somebody to watch it.
export function stateOfSaved({tree: saved, live, players, result, tags, node, end, clock}) {
  const tree = GameTree.fromJson(saved);
  const list = tree.nodes();
  return {
    tree, live, players, result, tags,
    paused: live && players.blue !== 'person' && players.red !== 'person',
    node: list[node] ?? tree.root,
    end: end === null ? null : list[end] ?? tree.mainEnd(),
    clock: clock ? Clock.fromJson(clock) : null,
  };
}
