// Applies the settings of the playground to the widget and the page.
import { AuthClient, type ChallengeSolver, type SessionStore, type StoredSession } from '../../src/client/index.js';
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import aurora from '../../src/themes/aurora.css?url';
import graphite from '../../src/themes/graphite.css?url';
import paper from '../../src/themes/paper.css?url';
import { CONTROLS } from './controls.js';
import { createElement } from './dom.js';
import { loadTexts } from './locales.js';
import { stylesOf, textsOf, valueOf, type Settings } from './settings.js';
import { pageLang } from './texts.js';

const LOOKS: Readonly<Record<string, string>> = { aurora, graphite, paper };

/**
 * The attributes of the widget. `base-url` and `backend` are only in the snippets, because main.ts chooses the server of the page. `store`,
 * `client` and `challenge` are properties.
 */
const ATTRIBUTES = [...CONTROLS.screens, ...CONTROLS.links, ...CONTROLS.session]
  .map(({ name }) => name)
  .filter(name => !['server', 'base-url', 'backend', 'store', 'client', 'challenge'].includes(name));

const STYLES = [...CONTROLS.look, ...CONTROLS.colors].map(({ name }) => name).filter(name => name.startsWith('--'));

/** Keeps the session in this tab only. The snippets have the same store. */
const tabStore: SessionStore = {
  persistent: false,
  read: () => JSON.parse(sessionStorage.getItem('session') ?? 'null') as StoredSession | null,
  write: session => sessionStorage.setItem('session', JSON.stringify(session)),
  remove: () => sessionStorage.removeItem('session'),
  subscribe: () => () => {},
};

/** Returns a solver that stands for the captcha of a page: a button in the widget's slot `challenge`. A click on it is the solution. */
const createSolver =
  (widget: AuthWidget, readText: () => string): ChallengeSolver =>
  (_, { signal }) =>
    new Promise(resolve => {
      const button = createElement('button', 'button', readText());
      button.type = 'button';
      button.slot = 'challenge';
      button.addEventListener('click', () => {
        button.remove();
        resolve('token-of-the-playground');
      });
      signal.addEventListener('abort', () => button.remove());
      widget.append(button);
      button.focus();
    });

export class SettingsApplier {
  readonly #widget: AuthWidget;
  readonly #solver: ChallengeSolver;
  readonly #lookSheet = createElement('link', '');
  #client: AuthClient | undefined;
  #texts = '';

  /** @param readCaptcha returns the current text of the button that stands for a captcha */
  constructor(widget: AuthWidget, readCaptcha: () => string) {
    this.#widget = widget;
    this.#solver = createSolver(widget, readCaptcha);
    this.#lookSheet.rel = 'stylesheet';
  }

  apply(settings: Settings): void {
    this.#applyToPage(settings);
    const widget = this.#widget;
    const set = (name: string, value: string): void => {
      if (value === 'on' && name.startsWith('no-')) widget.toggleAttribute(name, true);
      else if (!value) widget.removeAttribute(name);
      else if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
    };
    for (const name of ATTRIBUTES) set(name, valueOf(settings, name));
    set('lang', settings.lang);
    const theme = valueOf(settings, 'theme');
    set('theme', theme === 'auto' ? '' : theme);
    const styles = stylesOf(settings);
    for (const name of STYLES) widget.style.setProperty(name, styles[name] ?? '');
    this.#applyProperties(settings);
  }

  #applyToPage(settings: Settings): void {
    const root = document.documentElement;
    root.lang = pageLang(settings.lang);
    root.dir = root.lang === 'ar' ? 'rtl' : 'ltr';
    root.dataset['theme'] = valueOf(settings, 'theme');
    const look = LOOKS[valueOf(settings, 'look')];
    if (!look) this.#lookSheet.remove();
    else if (!this.#lookSheet.isConnected || this.#lookSheet.getAttribute('href') !== look) {
      this.#lookSheet.href = look;
      // Its rules have the specificity of `:where()` or of a part, and no style of the page competes, so the place of the link doesn't
      // matter.
      document.head.append(this.#lookSheet);
    }
    // The module of a language registers it, and the widget then takes its texts.
    void loadTexts(settings.lang);
  }

  /** Sets only the properties that have changed. With another `store` or `client`, the widget would leave its session. */
  #applyProperties(settings: Settings): void {
    const widget = this.#widget;
    const texts = textsOf(settings);
    if (this.#texts !== JSON.stringify(texts ?? '')) {
      this.#texts = JSON.stringify(texts ?? '');
      widget.texts = texts;
    }
    const solver = settings['challenge'] ? this.#solver : undefined;
    if (widget.challenge !== solver) widget.challenge = solver;
    const store = settings['store'] ? tabStore : undefined;
    if (widget.store !== store) widget.store = store;
    if (settings['client'] && !this.#client) {
      this.#client = new AuthClient({ baseUrl: widget.getAttribute('base-url') ?? '/' });
      widget.client = this.#client;
    } else if (!settings['client'] && this.#client) {
      widget.client = null;
      this.#client.dispose();
      this.#client = undefined;
    }
  }
}
