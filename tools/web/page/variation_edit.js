// Variations that come and go. While a game is played, its own moves stay: "Undo" takes them back.

// False where the moves would become the game's own next moves.
export function insertMoves(session, parent, moves) {
  if (session.running() && parent === session.end) return false;
  session.tree.addLine(parent, moves);
  session.emit('tree');
  return true;
}

export function canDelete({tree, live, end}, node) {
  return node.parent !== null && !(live && tree.path(end).includes(node));
}

export function promote(session) {
  if (session.running()) return;
  session.tree.promote(session.node);
  settleEnd(session);
  session.emit('tree');
}

export function deleteFrom(session, node) {
  if (!canDelete(session, node)) return;
  session.tree.remove(node);
  settleEnd(session);
  session.emit('tree');
  session.go(node.parent);
}

// A result holds for its own moves alone.
function settleEnd(session) {
  const {tree, end} = session;
  if (!end || (tree.contains(end) && tree.isMain(end))) return;
  ++session.epoch;
  Object.assign(session, {end: null, result: null, live: false, clock: null});
}
