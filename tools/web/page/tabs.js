// Tabs: one panel at a time; the arrow keys go from tab to tab.

import {byId} from './dom.js';

const tabs = () => [...document.querySelectorAll('[role="tab"]')].filter((tab) => !tab.hidden);

// `name` as in "tab-name" and "panel-name".
export function showTab(name) {
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    const isIt = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(isIt));
    tab.tabIndex = isIt ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !isIt;
  }
}

export function setUpTabs(changed) {
  const show = (tab) => {
    showTab(tab.id.replace('tab-', ''));
    changed();
  };
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', (event) => {
      const list = tabs();
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!step) return;
      const next = list[(list.indexOf(tab) + step + list.length) % list.length];
      next.focus();
      show(next);
      event.preventDefault();
    });
  }
}
