// Puts the parts of the page together.

import {Analysis} from './analysis.js';
import {connection, get, isQuiet} from './api.js';
import {ask, close as closeAsk, setUpAsk} from './ask.js';
import {Board} from './board.js';
import {setUpBoardInput} from './board_input.js';
import {announce, byId, colorName, onClick, sentence} from './dom.js';
import {Graph} from './graph.js';
import {MoveList} from './move_list.js';
import {NewGame} from './new_game.js';
import {clearError, showError} from './notice.js';
import {Preview} from './preview.js';
import {stateOf} from './record.js';
import {RecordPanel} from './record_panel.js';
import {Review} from './review.js';
import {RunTab} from './run_tab.js';
import {savedGame, stateOfSaved} from './saved_game.js';
import {Session} from './session.js';
import {animated, setUpSettings, settings} from './settings.js';
import {Status} from './status.js';
import {keep, recall} from './store.js';
import {setUpTabs, showTab} from './tabs.js';
import {deleteFrom, promote} from './variation_edit.js';

const session = new Session();

const board = new Board(byId('board'), {
  move: (move) => playMove(move),
  off: (move) => playMove(move),
  notice: (text, isVisible) => {
    announce(text);
    if (isVisible) showError('error-board', text);
  },
  chosen: (square) => {
    closeAsk();
    if (square) clearError('error-board');
    byId('off').setAttribute('aria-disabled', String(!board.canLeave()));
  },
});
setUpBoardInput(board);

const status = new Status(session, board);
const moveList = new MoveList(byId('moves'), session);
const graph = new Graph(byId('graph'), session);
const preview = new Preview(session, () => showBoard());
const openPreview = (node, moves, count) => preview.open(node, moves, count);
let arrows = [];
const analysis = new Analysis(session, {
  setArrows: (newArrows) => {
    arrows = newArrows;
    if (!preview.node) board.setArrows(arrows);
  },
  preview: openPreview,
});
const review = new Review(session, {preview: openPreview, changed: (node) => {
  moveList.judge(node);
  graph.draw();
}});

// Leaving the board is always asked, for a finger slips; losing the king where it was not meant.
async function playMove(move) {
  const {node} = session;
  const why = move.loses ? ` ${sentence(move.loses)}` : '';
  let agreed = true;
  if (move.to === null) {
    const isKing = board.stackOn(move.from).king;
    const loss = isKing ? ' It is the king: this loses the game at once.' : why;
    agreed = await ask(`Take ${move.from} off the board?${loss}`, `Take ${move.from} off`);
  } else if (move.loses && settings.warn) {
    agreed = await ask(`${move.move} loses the king at once.${why}`, 'Play it all the same');
  }
  if (agreed && node === session.node && session.canMove()) session.play(move.move);
}

function showBoard(before = null) {
  const shown = preview.node ?? session.node;
  if (!shown.view) {
    board.setUsable(false);
    return;
  }
  board.animated = animated();
  board.setArrows(preview.node ? [] : arrows);
  const isStep = before !== null && shown.parent === before;
  board.show(shown.view, shown.played,
      {usable: !preview.node && session.canMove(), from: isStep ? before.view : null});
}

function drawTree() {
  moveList.draw();
  review.drawNotes();
  graph.draw();
}

const save = () => {
  if (session.view) keep('game', savedGame(session));
};
let saveTimer = null;
const saveSoon = () => {
  saveTimer ??= setTimeout(() => {
    saveTimer = null;
    save();
  }, 400);
};

let lastEnd = null;
let lastResult = null;

session.addEventListener('game', () => {
  review.stop();
  clearError('error-board');
  byId('restore').disabled = !session.earlier;
});
session.addEventListener('tree', () => {
  review.check();
  drawTree();
  status.draw();
  saveSoon();
});
session.addEventListener('position', ({detail: {before}}) => {
  closeAsk();
  clearError('error-board');
  preview.close();
  showBoard(before);
  moveList.mark();
  graph.draw();
  status.draw();
  status.tell(before);
  analysis.restart();
  saveSoon();
});
let wasThinking = false;
session.addEventListener('state', () => {
  status.draw();
  if (!preview.node) board.setUsable(session.canMove());
  const thinking = session.thinking !== null;
  if (thinking !== wasThinking) analysis.restart();
  wasThinking = thinking;
  const {end, node, result} = session;
  if (end !== lastEnd && end?.played && end !== node) {
    announce(`${colorName(end.played.color)} has played ${end.move}.`);
  }
  if (result && result !== lastResult) {
    closeAsk();  // Its move would come after the end.
    if (node === end) announce(status.text());
  }
  [lastEnd, lastResult] = [end, result];
  saveSoon();
});
session.addEventListener('values', () => {
  graph.draw();
  saveSoon();
});
session.addEventListener('problem', ({detail: {error}}) => showError('error-board', error));
window.addEventListener('pagehide', save);

connection.addEventListener('away', () => {
  byId('away').hidden = false;
  session.clock?.stop(Date.now());
});
connection.addEventListener('back', () => {
  byId('away').hidden = true;
  session.resume();
  analysis.restart();
});

onClick('off', () => board.pressOff());
onClick('flip', () => {
  board.flip();
  byId('play').classList.toggle('flipped', board.flipped);
});
onClick('undo', () => session.undo());
onClick('resign', async () => {
  const color = session.resigner();
  if (!color) return;
  if (await ask(`Resign as ${colorName(color)}?`, 'Resign')) session.finish(color, 'resigned');
});
onClick('pause', () => session.setPaused(!session.paused));
onClick('analyse', () => analysis.setOn(!analysis.on));
onClick('to-game', () => session.go(session.end));
onClick('promote', () => promote(session));
onClick('delete', () => deleteFrom(session, session.node));
onClick('new-game', () => {
  showTab('new');
  byId('level-blue').focus();
});
onClick('paste', () => {
  showTab('file');
  byId('paste-text').focus();
});

const walk = {
  first: () => session.tree.root,
  back: () => session.node.parent,
  forward: () => session.node.children[0],
  last: () => session.tree.lineAfter(session.node).at(-1),
};
const step = (name) => {
  const node = walk[name]();
  if (node && node !== session.node) session.go(node);
};
for (const name of Object.keys(walk)) onClick(name, () => step(name));
const KEYS = {Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last'};
document.addEventListener('keydown', (event) => {
  const isTaken = event.target.closest('input, select, textarea, [role="grid"], [role="tab"]');
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  event.preventDefault();
  step(KEYS[event.key]);
});

const showGame = () => showTab('game');
new RecordPanel(session, showGame);
const runTab = new RunTab(async (game) => {
  if (!await session.begin(await stateOf(game))) return;
  showGame();
  analysis.setOn(true);
});
setUpAsk();
setUpTabs(() => runTab.update());
setUpSettings(() => status.draw());

// What was on the board when the page was left; else a game against the computer.
async function begin() {
  const saved = recall('game', null);
  try {
    if (saved) return await session.begin(stateOfSaved(saved));
  } catch (error) {
    if (isQuiet(error)) throw error;
    console.warn(error);
  }
  return newGame.begin();
}

let newGame = null;

async function open() {
  try {
    if (!newGame) {
      const setup = await get('/api/setup');
      newGame = new NewGame(session, setup, showGame);
      status.names = (player) => newGame.name(player);
      byId('tab-run').hidden = !setup.run;
      byId('about').textContent = `lielow ${setup.version}; analysis by ${setup.analysis}`;
    }
    await begin();
  } catch (error) {
    showError('error-board', error);
    connection.addEventListener('back', open, {once: true});
  }
}
open();
