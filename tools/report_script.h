// The script of a report: the board on which its sample games are played through.

#pragma once

namespace lielow {

// What the script finds by its id: the games as JSON (GameJson, tools/game_report.h), and the
// elements that it fills. Games of random or unsearched moves have no values there.
inline constexpr const char* kReportViewer = R"(<p><label>Game <select id="choice"></select></label>
<button id="first" aria-label="first position">|&lt;</button>
<button id="previous" aria-label="previous position">&lt;</button>
<button id="next" aria-label="next position">&gt;</button>
<button id="last" aria-label="last position">&gt;|</button>
<span class="faint">or the arrow keys</span></p>
<div class="viewer"><div id="board"></div>
<div><div id="ply" aria-live="polite"></div><div class="moves" id="moves"></div></div></div>
<p class="faint">Blue's stacks are round, Red's are square; the number is a stack's height, the king
wears a crown. The dashed frame is where the last move began, the other one where it ended.</p>
<noscript><p>The board needs JavaScript.</p></noscript>
)";

inline constexpr const char* kReportScript = R"(
'use strict';
(() => {
  const games = JSON.parse(document.getElementById('games').textContent);
  const element = id => document.getElementById(id);
  const SQUARE = 60, EDGE = 30;
  let game = games[0];
  let ply = 0;

  // The rows from the top, of the squares from the left: null, or {side, height, king}.
  function rowsOf(position) {
    return position.split(' ')[0].split('/').map(text => {
      const row = [];
      for (let i = 0; i < text.length; ++i) {
        if (text[i] >= '1' && text[i] <= '9') {
          for (let empty = Number(text[i]); empty > 0; --empty) row.push(null);
        } else {
          const side = text[i].toLowerCase();
          row.push({side, height: text[++i], king: text[i - 1] !== side});
        }
      }
      return row;
    });
  }

  function stackSvg(stack, x, y) {
    const shape = stack.side === 'b'
      ? `<circle class="b" cx="${x + 30}" cy="${y + 32}" r="24"/>`
      : `<rect class="r" x="${x + 8}" y="${y + 10}" width="44" height="44" rx="5"/>`;
    const crown = stack.king
      ? `<path class="crown" d="M${x + 14} ${y + 17}l-3 -15l10 7l9 -8l9 8l10 -7l-3 15z"/>` : '';
    return shape + crown + `<text class="height" text-anchor="middle" x="${x + 30}" ` +
      `y="${y + (stack.king ? 49 : 45)}" ${stack.king ? 'style="font-size:32px"' : ''}>` +
      `${stack.height}</text>`;
  }

  function boardSvg() {
    const rows = rowsOf(game.positions[ply]);
    const size = rows.length;
    const xOf = column => EDGE + SQUARE * column;
    const yOf = row => SQUARE * row;
    let squares = '', places = '', stacks = '';
    rows.forEach((row, r) => {
      places += `<text class="place" text-anchor="middle" x="${EDGE / 2}" y="${yOf(r) + 38}">` +
        `${size - r}</text><text class="place" text-anchor="middle" x="${xOf(r) + 30}" ` +
        `y="${SQUARE * size + 23}">${'abcdefghi'[r]}</text>`;
      row.forEach((stack, c) => {
        squares += `<rect class="${(r + c) % 2 ? 'dark' : 'light'}" x="${xOf(c)}" y="${yOf(r)}" ` +
          `width="${SQUARE}" height="${SQUARE}"/>`;
        if (stack) stacks += stackSvg(stack, xOf(c), yOf(r));
      });
    });
    const marks = ply === 0 ? '' : squaresOf(game.moves[ply - 1]).map(([c, r], i) =>
      `<rect class="${i ? 'to' : 'from'}" x="${xOf(c) + 3}" y="${yOf(size - 1 - r) + 3}" ` +
      `width="${SQUARE - 6}" height="${SQUARE - 6}"/>`).join('');
    const width = EDGE + SQUARE * size;
    return `<svg viewBox="0 0 ${width} ${width}" role="img" aria-label="${game.positions[ply]}">` +
      squares + marks + places + stacks + '</svg>';
  }

  // Column and row, from 0, of the squares that a move names.
  function squaresOf(move) {
    return (move.match(/[a-i][1-9]/g) || []).map(
      square => ['abcdefghi'.indexOf(square[0]), Number(square[1]) - 1]);
  }

  const sideToMove = () => game.positions[ply].endsWith(' b') ? 'Blue' : 'Red';

  // What the search said of the position that is shown.
  function searchText() {
    if (ply === game.moves.length) return '';
    const proof = game.proofs[ply], value = game.values[ply];
    if (proof) return `The search has proven a ${proof} for ${sideToMove()}.`;
    if (value === null) return 'Not searched: the next move was drawn at random.';
    return `The search gives ${sideToMove()} ${(100 * value).toFixed(1)} %.`;
  }

  function blueShare() {
    let share = game.values[ply];
    if (ply === game.moves.length) return game.winner === 'Blue' ? 1 : 0;
    if (game.proofs[ply]) share = game.proofs[ply] === 'win' ? 1 : 0;
    if (share === null) return null;
    return sideToMove() === 'Blue' ? share : 1 - share;
  }

  function showPly(to) {
    ply = Math.max(0, Math.min(game.moves.length, to));
    element('board').innerHTML = boardSvg();
    const end = ply === game.moves.length;
    const last = ply ? `Ply ${ply}: ${game.moves[ply - 1]}. ` : 'The start. ';
    const state = end ? `${game.winner} has won: ${game.termination}.`
      : `${sideToMove()} to move, and plays ${game.moves[ply]}.`;
    const share = blueShare();
    element('ply').innerHTML = `<p><b>${last}</b>${state}</p><p>${searchText()}</p>` +
      (share === null ? '' : `<div class="share" title="Blue ${(100 * share).toFixed(1)} %">` +
        `<div style="width:${100 * share}%"></div></div>`);
    for (const button of element('moves').children) {
      const current = Number(button.dataset.ply) === ply;
      button.toggleAttribute('aria-current', current);
      if (!current) continue;
      const list = element('moves');
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    element('first').disabled = element('previous').disabled = ply === 0;
    element('next').disabled = element('last').disabled = end;
  }

  function showGame(index) {
    game = games[index];
    element('moves').replaceChildren(...game.moves.map((move, i) => {
      const button = document.createElement('button');
      button.textContent = `${i + 1}. ${move}`;
      button.dataset.ply = i + 1;
      button.onclick = () => showPly(i + 1);
      return button;
    }));
    showPly(0);
  }

  games.forEach((each, i) => element('choice').add(new Option(
    `${each.number}, step ${each.step}: ${each.winner} won, ${each.termination}, ` +
    `${each.moves.length} plies`, i)));
  element('choice').onchange = event => showGame(event.target.selectedIndex);
  element('first').onclick = () => showPly(0);
  element('previous').onclick = () => showPly(ply - 1);
  element('next').onclick = () => showPly(ply + 1);
  element('last').onclick = () => showPly(game.moves.length);
  document.addEventListener('keydown', event => {
    if (event.target.tagName === 'SELECT' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') showPly(ply - 1);
    else if (event.key === 'ArrowRight') showPly(ply + 1);
    else return;
    event.preventDefault();
  });
  showGame(0);
})();
)";

}  // namespace lielow
