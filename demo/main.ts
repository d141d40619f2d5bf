import type { AuthState } from '../src/core/auth-state.js';
import { copyText } from './pages/clipboard.js';
import { EventLog } from './pages/event-log.js';
import { Phone } from './pages/phone.js';
import { applySettings, readSettings, writeSettings, type Settings } from './pages/settings.js';
import { renderTag, renderUse } from './pages/snippet.js';
import { StatePanel } from './pages/state-panel.js';
import { applyTexts, TEXTS } from './pages/texts.js';

const byId = (id: string): HTMLElement => document.getElementById(id)!;
const widget = document.querySelector('auth-widget') as HTMLElement & { readonly state: AuthState };

let settings: Settings = readSettings(location.search, navigator.language);
let texts = TEXTS[settings.lang];

const eventLog = new EventLog(byId('events-list'), byId('events-empty'));
const statePanel = new StatePanel(byId('state'));
const phone = new Phone(texts, settings.lang);

function renderReasons(): void {
  byId('why-list').replaceChildren(
    ...texts.reasons.map(([heading, text]) => {
      const item = document.createElement('li');
      const title = document.createElement('h3');
      const body = document.createElement('p');
      title.textContent = heading;
      body.textContent = text;
      item.append(title, body);
      return item;
    }),
  );
}

function render(): void {
  texts = TEXTS[settings.lang];
  applySettings(settings, widget);
  applyTexts(texts);
  document.title = texts.pageTitle;
  phone.setTexts(texts, settings.lang);
  renderReasons();
  renderTag(byId('tag'), settings, location.origin);
  renderUse(byId('use'), texts);
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest('.segments')) return;
  settings = { ...settings, [target.name]: target.value };
  history.replaceState(null, '', writeSettings(settings));
  render();
});
byId('clear-events').addEventListener('click', () => eventLog.clear());
byId('copy-tag').addEventListener('click', event => {
  void copyText(byId('tag').textContent, byId('tag'), event.currentTarget as HTMLElement, texts);
});

render();
phone.connect('/dev/sms');

eventLog.listen(document);
document.addEventListener('auth-change', event => statePanel.show((event as Event & { state: AuthState }).state));
document.addEventListener('auth-signed-in', () => phone.hideNotice());

// The widget is upgraded last: it must find its attributes (a change of mode would cancel the verification that it
// resumes after a reload), and its first event must be heard.
await import('../src/define/auth-widget.js');
statePanel.show(widget.state);
