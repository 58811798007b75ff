// A served page in a real browser, and what a person does on it.

import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {mkdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

// Set by tests/browser/run.
const {LIELOW, CHROMIUM, SCREENSHOTS, NODE_PACKAGES} = process.env;
export const {RUN} = process.env;  // A training run; empty where this program cannot train.
const packages = createRequire(path.join(NODE_PACKAGES, 'any.js'));
const {chromium} = packages('playwright-core');
const AXE = readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8');

export const DESKTOP = {name: 'desktop', viewport: {width: 1280, height: 900}};
export const PHONE = {name: 'phone', viewport: {width: 390, height: 844}, hasTouch: true,
  isMobile: true};

const PATIENCE = 20_000;

export async function startServer(...options) {
  const server = spawn(LIELOW, ['serve', '--port', '0', ...options]);
  let said = '';
  const url = await new Promise((resolve, reject) => {
    const hear = (text) => {
      said += text;
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+\//);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  const stop = () => new Promise((resolve) => {
    server.on('exit', resolve);
    server.kill('SIGINT');
  });
  return {url, stop};
}

export const startBrowser = () => chromium.launch({
  executablePath: CHROMIUM,
  // Test machines often have one user, root, and a small /dev/shm.
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});

export class Page {
  static async open(browser, url, device = DESKTOP, options = {}) {
    const context = await browser.newContext({...device, ...options, name: undefined});
    const page = new Page();
    Object.assign(page, {context, device, faults: [], requests: []});
    page.tab = await context.newPage();
    page.tab.setDefaultTimeout(PATIENCE);
    page.tab.on('pageerror', (error) => page.faults.push(error.message));
    page.tab.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) page.faults.push(message.text());
    });
    page.tab.on('request', (request) => page.requests.push(request.url()));
    await page.tab.goto(url);
    await page.sees('#status', /to move|wins/);
    return page;
  }

  // REQUIRES: nothing went wrong on the page.
  async close() {
    assert.deepEqual(this.faults, []);
    await this.context.close();
  }

  async sees(place, pattern) {
    await this.tab.waitForFunction(
        ({place, source}) => [...document.querySelectorAll(place)].some((each) =>
            each.checkVisibility() && new RegExp(source).test(each.textContent)),
        {place, source: pattern.source});
  }

  text(place) {
    return this.tab.textContent(place);
  }

  // By touch where there is one.
  press(place) {
    const found = this.tab.locator(place);
    return this.device.hasTouch ? found.tap() : found.click();
  }

  square(name) {
    return `#board [data-square="${name}"]`;
  }

  async screenshot(name) {
    mkdirSync(SCREENSHOTS, {recursive: true});
    const file = path.join(SCREENSHOTS, `${name}-${this.device.name}.png`);
    await this.tab.screenshot({path: file, animations: 'disabled'});
  }

  // The moves of the game, as the page lists them.
  moves() {
    return this.tab.locator('#moves [data-move-ply]').evaluateAll((all) =>
      all.filter((each) => each.dataset.movePly !== '0').map((each) => each.textContent.trim()));
  }

  async waitForMoves(count) {
    await this.tab.waitForFunction((wanted) => {
      const plies = [...document.querySelectorAll('#moves [data-move-ply]')]
          .map((each) => Number(each.dataset.movePly));
      return Math.max(0, ...plies) >= wanted;
    }, count);
  }

  squaresThatAre(kind) {
    return this.tab.locator(`#board .${kind}`).evaluateAll((all) =>
      all.map((each) => each.dataset.square));
  }

  async newGame({blue = 'person', red = 'person', position = null, size = null, minutes = null}) {
    await this.press('#tab-new');
    await this.tab.selectOption('#level-blue', blue);
    await this.tab.selectOption('#level-red', red);
    if (size) await this.tab.selectOption('#size', String(size));
    await this.tab.selectOption('#start-kind', position ? 'text' : 'standard');
    if (position) await this.tab.fill('#start-position', position);
    await this.tab.setChecked('#clock-on', minutes !== null);
    if (minutes) await this.tab.fill('#clock-minutes', String(minutes));
    await this.press('#start-game');
    if (await this.tab.locator('#confirm-yes').isVisible()) await this.press('#confirm-yes');
    await this.tab.waitForFunction(
        () => !document.querySelector('#moves [data-move-ply="1"]') &&
              !document.querySelector('#panel-game').hidden);
  }

  async savedRecord() {
    const [download] = await Promise.all(
        [this.tab.waitForEvent('download'), this.press('#save')]);
    return Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  }

  async paste(text) {
    await this.press('#tab-file');
    await this.tab.fill('#paste-text', text);
    await this.press('#paste-load');
  }

  // Serious faults of accessibility, as axe-core finds them.
  async accessibilityFaults() {
    // The page's own policy forbids scripts that are put into it; the check comes by the back door.
    await this.tab.evaluate(AXE);
    return this.tab.evaluate(async () => {
      const {violations} = await globalThis.axe.run();
      return violations.map(({id, nodes}) => `${id}: ${nodes.map((each) => each.target)}`);
    });
  }
}

// The ways to make a move on the board. All take the page, and where from and where to.
export const byClicks = async (page, from, to) => {
  await page.press(page.square(from));
  await page.press(page.square(to));
};

export const byDrag = async (page, from, to) => {
  const middle = async (square) => {
    const box = await page.tab.locator(page.square(square)).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.tab.mouse.move(...await middle(from));
  await page.tab.mouse.down();
  await page.tab.mouse.move(...await middle(to), {steps: 4});
  await page.tab.mouse.up();
};

const walkTo = async (page, square) => {
  const now = () => page.tab.evaluate(() => document.activeElement.dataset.square);
  const wanted = {column: square.charCodeAt(0), row: Number(square.slice(1))};
  for (let at = await now(); at !== square; at = await now()) {
    const column = at.charCodeAt(0);
    const row = Number(at.slice(1));
    const key = column < wanted.column ? 'ArrowRight' : column > wanted.column ? 'ArrowLeft'
      : row < wanted.row ? 'ArrowUp' : 'ArrowDown';
    await page.tab.keyboard.press(key);
  }
};

export const byKeys = async (page, from, to) => {
  await page.tab.locator('#board [tabindex="0"]').focus();
  await walkTo(page, from);
  await page.tab.keyboard.press('Enter');
  await walkTo(page, to);
  await page.tab.keyboard.press('Enter');
};

// Makes moves by `move` until the game is over or `most` plies are played. Random ones, though the
// same each time; whoever plays them takes what can be captured, so that games end.
export async function playOn(page, move, most) {
  let random = 1;
  const draw = (list) => {
    random = (random * 48271) % 2147483647;
    return list[random % list.length];
  };
  let tries = 3 * most;
  for (let ply = (await page.moves()).length; ply < most; ply = (await page.moves()).length) {
    assert.ok(--tries > 0, 'the game does not go on');
    await page.tab.waitForFunction(() =>
      / wins/.test(document.querySelector('#status').textContent) ||
      document.querySelector('#board .movable'));
    if (/ wins/.test(await page.text('#status'))) return;
    const from = draw(await page.squaresThatAre('movable'));
    await page.press(page.square(from));
    const targets = await page.squaresThatAre('target');
    const off = page.tab.locator('#off:not([aria-disabled="true"])');
    if (targets.length > 0) {
      await page.press(page.square(from));
      await move(page, from, draw(targets));
    } else if (await off.isVisible()) {  // It can only leave.
      await page.press('#off');
    } else {  // The board was still being drawn when it was chosen.
      continue;
    }
    // A move off the board, or one that loses the king, is asked for.
    await page.tab.waitForFunction((before) =>
      !document.querySelector('#confirm').hidden ||
      document.querySelector(`#moves [data-move-ply="${before + 1}"]`), ply);
    if (await page.tab.locator('#confirm').isVisible()) await page.press('#confirm-yes');
    await page.waitForMoves(ply + 1);
  }
}
