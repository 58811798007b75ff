// Loading and saving: files, pasted text, the clipboard.

import {post} from './api.js';
import {announce, byId, element, onClick} from './dom.js';
import {clearError, showError} from './notice.js';
import {recordText, stateOf} from './record.js';
import {stateOfSaved} from './saved_game.js';

export class RecordPanel {
  // `loaded()` is called once a game is on the board.
  constructor(session, loaded) {
    this.session = session;
    this.loaded = loaded;
    byId('paste-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.open((signal) => this.choose(byId('paste-text').value, signal));
    });
    byId('file').addEventListener('change', (event) => {
      this.readFile(event.target.files[0]);
      event.target.value = '';  // So that the same file can be chosen again.
    });
    onClick('save', () => this.save());
    onClick('copy-position', () =>
        this.copy(async () => this.session.view?.position ?? ''));
    onClick('copy-record', () => this.copy(() => recordText(this.session)));
    onClick('restore', () => this.open(() =>
        this.session.begin(stateOfSaved(this.session.earlier))));
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      if (event.target.closest('textarea, input') && !event.dataTransfer.files.length) return;
      event.preventDefault();
      this.readFile(event.dataTransfer.files[0]);
    });
  }

  async readFile(file) {
    if (!file) return;
    if (file.size > 900000) showError('error-file', `${file.name} is too large for a game record`);
    else this.open(async (signal) => this.choose(await file.text(), signal));
  }

  // Shows the only game, or lets the reader choose.
  async choose(text, signal) {
    const {games} = await post('/api/read', {text}, signal);
    const list = byId('games');
    list.replaceChildren();
    if (games.length === 1) return this.show(games[0], signal);
    list.append(...games.map((game, i) => {
      const {Blue: blue = 'Blue', Red: red = 'Red'} = game.tags;
      const how = game.winner ? `, ${game.winner} won` : '';
      return element('li', {}, element('button', {
        type: 'button', class: 'move', 'data-game': i,
        click: () => this.open((mine) => this.show(game, mine)),
      }, `${i + 1}. ${blue} – ${red}, ${game.moves.length} moves${how}`));
    }));
    announce(`${games.length} games: choose one.`);
    list.querySelector('button').focus();
    return false;
  }

  async show(game, signal) {
    return this.session.begin(await stateOf(game, signal));
  }

  // Of two that are on their way, the later counts.
  async open(action) {
    this.controller?.abort();
    const {signal} = this.controller = new AbortController();
    clearError('error-file');
    try {
      if (await action(signal)) this.loaded();
    } catch (error) {
      showError('error-file', error);
    }
  }

  async save() {
    clearError('error-board');
    try {
      const url = URL.createObjectURL(
          new Blob([await recordText(this.session)], {type: 'text/plain'}));
      const link = element('a', {href: url, download: 'game.lgn'});
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    } catch (error) {
      showError('error-board', error);
    }
  }

  // Where the browser gives no clipboard, the text is shown, ready to be copied by hand.
  async copy(source) {
    clearError('error-file');
    try {
      const text = await source();
      try {
        await navigator.clipboard.writeText(text);
        byId('copied').textContent = 'Copied.';
      } catch {
        byId('paste-text').value = text;
        byId('paste-text').select();
        byId('copied').textContent = 'The browser gives no clipboard: copy the text below.';
      }
      announce(byId('copied').textContent);
    } catch (error) {
      showError('error-file', error);
    }
  }
}
