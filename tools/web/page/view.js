// What the server says of a position, asked once.

import {post} from './api.js';

// Fills in node.view, and node.played of the whole path.
export async function loadView(tree, node, signal) {
  if (node.view) return;
  const view = await post('/api/view', tree.game(node), signal);
  const {played, ...rest} = view;
  let at = node;
  for (const each of [...played].reverse()) {
    at.played = each;
    at = at.parent;
  }
  tree.size = view.size;
  node.view = rest;
}
