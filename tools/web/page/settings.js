// What a person likes, kept in the browser.

import {byId, onClick} from './dom.js';
import {keep, recall} from './store.js';

export const settings = {
  theme: 'auto', warn: true, animate: true, opinion: true, ...recall('settings', {}),
};

const THEMES = ['auto', 'light', 'dark'];
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export const animated = () => settings.animate && !calm.matches;

function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.classList.toggle('still', !settings.animate);
  byId('theme').textContent = `Theme: ${settings.theme}`;
  byId('opinion').hidden = !settings.opinion;
}

export function setUpSettings(changed) {
  const change = (name, value) => {
    settings[name] = value;
    keep('settings', settings);
    apply();
    changed();
  };
  for (const name of ['warn', 'animate', 'opinion']) {
    const box = byId(`set-${name}`);
    box.checked = settings[name];
    box.addEventListener('change', () => change(name, box.checked));
  }
  onClick('theme', () =>
      change('theme', THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length]));
  calm.addEventListener('change', changed);
  apply();
}
