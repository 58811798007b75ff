// The page of `lielow serve` in a real browser: games, analysis, records, and that all can use it.

import assert from 'node:assert/strict';
import {rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, describe, test} from 'node:test';

import {DESKTOP, PHONE, Page, RUN, byClicks, byDrag, byKeys, playOn, startBrowser, startServer}
  from './page.mjs';

const ONE_MAY_LEAVE = '8/8/2r1R24/8/3B24/8/b17/8 b';
const SHORT_GAME = '1. f2-f3 h7-h6 2. d2-e3 h6-f4 3. e2-d2 f4-c4 4. f3-f1 c4-c8';

const MOST_PLIES = 400;

let server;
let browser;
before(async () => {
  server = await startServer('--player', 'rollouts:n=50');
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (device, options) => Page.open(browser, server.url, device, options);

for (const device of [DESKTOP, PHONE]) {
  describe(`on a ${device.name}`, () => {
    test('a game against a computer, by clicks, to its end', async () => {
      const page = await open(device);
      await page.newGame({red: 'beginner'});
      await playOn(page, byClicks, MOST_PLIES);
      await page.sees('#status', / wins/);
      await page.screenshot('end');
      await page.close();
    });

    test('a game of two people on 9x9', async () => {
      const page = await open(device);
      await page.newGame({size: 9});
      assert.equal(await page.tab.locator('#board [data-square]').count(), 81);
      await playOn(page, byClicks, MOST_PLIES);
      await page.sees('#status', / wins/);
      await page.close();
    });

    test('the opponent answers, a move is taken back, and a reload loses nothing', async () => {
      const page = await open(device);
      await page.newGame({red: 'fast'});
      await byClicks(page, 'd2', 'd3');
      await page.waitForMoves(2);
      const moves = await page.moves();
      await page.screenshot('game');
      await page.tab.reload();
      await page.waitForMoves(2);
      assert.deepEqual(await page.moves(), moves);
      await page.sees('#status', /Blue to move/);
      await page.press('#undo');
      await page.tab.waitForSelector('#moves [data-move-ply="1"]', {state: 'detached'});
      await page.sees('#status', /Blue to move/);
      await page.close();
    });

    test('the analysis shows lines and arrows', async () => {
      const page = await open(device);
      await page.paste(SHORT_GAME);
      await page.waitForMoves(8);
      await page.press('#tab-game');
      await page.press('#last');
      await page.press('#analyse');
      await page.sees('#lines [data-line]', /%|wins/);
      await page.sees('#analysis-text', /[1-9][\d,]* positions/);
      await page.screenshot('analysis');
      await page.press('#analyse');
      await page.close();
    });

    test('nothing lies outside of the screen to the side', async () => {
      const page = await open(device);
      const [inner, whole] = await page.tab.evaluate(
          () => [window.innerWidth, document.documentElement.scrollWidth]);
      assert.ok(whole <= inner, `${whole} pixels on ${inner}`);
      await page.close();
    });

    for (const colorScheme of ['light', 'dark']) {
      test(`is accessible, ${colorScheme}`, async () => {
        const page = await open(device, {colorScheme});
        assert.deepEqual(await page.accessibilityFaults(), []);
        for (const tab of ['new', 'file', 'settings', 'game']) {
          await page.press(`#tab-${tab}`);
          assert.deepEqual(await page.accessibilityFaults(), [], tab);
          await page.screenshot(`${tab}-${colorScheme}`);
        }
        await page.paste(SHORT_GAME);
        await page.waitForMoves(8);
        await page.press('#analyse');
        await page.sees('#lines [data-line]', /%|wins/);
        assert.deepEqual(await page.accessibilityFaults(), [], 'analysis');
        await page.close();
      });
    }
  });
}

test('a game by drags, to its end', async () => {
  const page = await open();
  await page.newGame({});
  await playOn(page, byDrag, MOST_PLIES);
  await page.sees('#status', / wins/);
  await page.close();
});

test('a game by keys alone, to its end', async () => {
  const page = await open();
  await page.newGame({red: 'beginner'});
  await playOn(page, byKeys, MOST_PLIES);
  await page.sees('#status', / wins/);
  await page.close();
});

test('two computers play, and can be stopped', async () => {
  const page = await open();
  await page.newGame({blue: 'beginner', red: 'fast'});
  await page.waitForMoves(2);
  await page.press('#pause');
  await page.sees('#pause', /Go on/);
  await page.close();
});

test('a stray click on the rim takes nothing off the board', async () => {
  const page = await open();
  await page.newGame({});
  await page.press(page.square('d2'));
  const board = await page.tab.locator('#board').boundingBox();
  await page.tab.mouse.click(board.x + board.width / 2, board.y + 5);
  assert.deepEqual(await page.moves(), []);
  await page.newGame({position: ONE_MAY_LEAVE});
  await page.press(page.square('a2'));
  await page.press('#off');
  await page.sees('#confirm', /off the board/);
  await page.press('#confirm-no');
  assert.deepEqual(await page.moves(), []);
  await page.press('#off');
  await page.press('#confirm-yes');
  await page.waitForMoves(1);
  assert.deepEqual(await page.moves(), ['a2-off']);
  await page.close();
});

test('a crown that changes heads is explained, also on the move of the opponent', async () => {
  const page = await open();
  await page.newGame({});
  await byClicks(page, 'd2', 'd3');
  await page.sees('#crown-note', /[Kk]ing|[Cc]rown/);
  await byClicks(page, 'd7', 'e6');
  await page.sees('#crown-note', /Red/);
  await page.screenshot('crown');
  await page.close();
});

test('a resigned game says who wins', async () => {
  const page = await open();
  await page.newGame({red: 'beginner'});
  await page.press('#resign');
  await page.press('#confirm-yes');
  await page.sees('#status', /Red wins: Blue resigned/);
  await page.close();
});

test('a review judges every move, and its better line can be kept', async () => {
  const page = await open();
  await page.paste('1. f2-f3 h7-h6 2. d2-e3 h6-f4 3. e2-d2 f4-c4 4. f3-f1 c4-c8 5. f1-c4 c8-h8 ' +
                   '6. e3-e5 a7-a8 7. e5xh8 1-0');
  await page.waitForMoves(13);
  await page.press('#tab-game');
  await page.press('#review');
  // Its end alone is waited for: a review may be over before anybody sees it run.
  await page.sees('#review-notes [data-review-ply="4"]', /blunder/);
  await page.sees('#review', /^Review$/);
  await page.screenshot('review');
  await page.tab.locator('#review-notes [data-review-ply="4"] button', {hasText: 'Insert'}).click();
  await page.tab.waitForSelector('#moves [data-variation-ply]');
  await page.close();
});

test('whoever has no time left loses, and the record says so', async () => {
  const page = await open();
  await page.tab.clock.install();
  await page.newGame({minutes: 2});
  await byClicks(page, 'd2', 'd3');
  await page.sees('#status', /Red to move/);  // The clock of Red runs from here, not from the move on.
  await page.tab.clock.runFor(60_000);
  await page.sees('#clock-red', /^(1:0|0:)/);  // Real time passes as well.
  await page.tab.clock.runFor(65_000);
  await page.sees('#status', /Blue wins: Red ran out of time/);
  const record = await page.savedRecord();
  assert.match(record, /\[Result "1-0"\]/);
  assert.match(record, /\[Termination "time"\]/);
  await page.close();
});

test('a run is watched, and its newest games are opened', {skip: !RUN && 'no run'}, async () => {
  const watching = await startServer('--run', RUN);
  const page = await Page.open(browser, watching.url, DESKTOP);
  await page.press('#tab-run');
  await page.sees('#run-text', /60 steps, [1-9]\d* games/);
  await page.tab.waitForSelector('#run-charts svg');
  await page.screenshot('run');
  assert.deepEqual(await page.accessibilityFaults(), []);
  await page.press('#run-games li:first-child button');
  await page.tab.waitForSelector('#moves [data-move-ply="1"]');
  await page.sees('#moves', /(Blue|Red) wins/);
  await page.close();
  await watching.stop();
});

test('the workers of a run are listed', {skip: !RUN && 'no run'}, async () => {
  const file = path.join(RUN, 'workers.json');
  writeFileSync(file, JSON.stringify({
    learner: {step: 60, games: 90, positions: 700, refused: {ab12: 3}, age: 1},
    games_on_their_way: 12, bytes_on_their_way: 70_000, positions_per_second: 1234,
    workers: [{session: 'cd34', name: 'machine:17 <b>', doing: 'playing', age: 2,
      positions_per_second: 1234, games: 56, waiting_games: 7, step: 60}],
  }));
  const watching = await startServer('--run', RUN);
  const page = await Page.open(browser, watching.url, DESKTOP);
  await page.press('#tab-run');
  await page.sees('#run-cluster', /1 worker, 1,234 positions a second; 12 games on their way/);
  await page.sees('#run-cluster tbody', /machine:17 <b>/);
  await page.sees('#run-cluster', /refused: 3 games of ab12/);
  await page.screenshot('workers');
  assert.deepEqual(await page.accessibilityFaults(), []);
  await page.close();
  await watching.stop();
  rmSync(file);
});

test('a variation is tried, and saved with the record', async () => {
  const page = await open();
  await page.paste(SHORT_GAME);
  await page.waitForMoves(8);
  await page.press('#tab-game');
  await page.press('#moves [data-move-ply="2"]');
  await page.sees('#status', /Blue to move/);
  await byClicks(page, 'c2', 'c3');
  await page.tab.waitForSelector('#moves [data-variation-ply="3"]');
  assert.match(await page.savedRecord(), /2\. d2-e3 \(2\. c2-c3\)/);
  await page.close();
});

test('bad text is answered with a reason, and the game stays', async () => {
  const page = await open();
  await page.newGame({});
  await byClicks(page, 'd2', 'd3');
  await page.waitForMoves(1);
  await page.paste('1. d2-d9');
  await page.sees('#error-file', /d2-d9|d9/);
  assert.deepEqual(await page.moves(), ['d2-d3']);
  // The browser itself reports that a request was refused.
  page.faults = page.faults.filter((fault) => !/status of 400/.test(fault));
  await page.close();
});

test('the first paint costs less than 100 kB and asks nobody else', async () => {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const protocol = await context.newCDPSession(tab);
  let bytes = 0;
  protocol.on('Network.loadingFinished', ({encodedDataLength}) => {
    bytes += encodedDataLength;
  });
  const foreign = [];
  tab.on('request', (request) => {
    if (!/^data:/.test(request.url()) && !request.url().startsWith(server.url)) {
      foreign.push(request.url());
    }
  });
  await protocol.send('Network.enable');
  await tab.goto(server.url);
  await tab.waitForLoadState('networkidle');
  assert.deepEqual(foreign, []);
  assert.ok(bytes > 10_000 && bytes < 100_000, `${bytes} bytes`);
  console.log(`first paint: ${bytes} bytes`);
  await context.close();
});
