import { createAuth } from 'auth-widget/svelte';
import { hydrate, unmount } from 'svelte';
import { get, writable } from 'svelte/store';
import { createSettings } from './svelte-settings.js';
import Page from './Page.svelte';

const settings = writable(createSettings());
globalThis.fixture = {
  settings,
  get,
  /** @param {object} source @param {(auth: object) => object} [readSettings] returns more settings */
  hydrate(source, readSettings = () => ({})) {
    const auth = createAuth(source);
    settings.update(value => ({ ...value, ...readSettings(auth) }));
    const page = hydrate(Page, { target: document.querySelector('#app'), props: { auth, settings } });
    Object.assign(globalThis.fixture, { auth, unmount: () => unmount(page) });
  },
};
