// Vue for tests of auth-widget/vue: an app on the page, its tags, and the warnings that Vue prints.
import { createApp, type App } from 'vue';
import { FakeStore, HeldBackend } from './held-backend.js';

/** The app that is mounted. */
export let app: App | undefined;
/** The element that apps are mounted in. */
export let container: HTMLElement;
let warnings: string[] = [];

/** Puts the container into the page. */
export function startVue(): void {
  sessionStorage.clear();
  warnings = [];
  container = document.createElement('div');
  document.body.append(container);
}

/** Unmounts the app, and removes the container. @returns the warnings of Vue */
export function stopVue(): readonly string[] {
  unmount();
  container.remove();
  return warnings;
}

/** Mounts an app. `render` reads reactive settings. */
export function mount(render: () => unknown, prepare: (app: App) => void = () => {}, create = createApp): void {
  app = create({ render });
  app.config.warnHandler = message => void warnings.push(message);
  prepare(app);
  app.mount(container);
}

export function unmount(): void {
  app?.unmount();
  app = undefined;
}

export const widgetOf = () => document.querySelector('auth-widget')!;

export const createBackendAndStore = () => ({ backend: new HeldBackend(), store: new FakeStore() });
