import { createPage, createSettings } from './vue.js';

const settings = createSettings();
globalThis.fixture = {
  settings,
  /** @param {object | null} source */
  hydrate(source) {
    Object.assign(globalThis.fixture, createPage(settings, source));
    globalThis.fixture.app.mount('#app');
  },
};
