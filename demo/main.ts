// The playground (index.html): the widget, a phone mock-up that shows the SMS of the reference server, the widget's state
// and events, and the markup to copy.
import '../src/countries/all.js';
import { copyText } from './pages/clipboard.js';
import { byId, createElement } from './pages/dom.js';
import { EventLog } from './pages/event-log.js';
import { PhoneMockup } from './pages/phone-mockup.js';
import { applySettings, readSettings, toQuery, type Settings } from './pages/settings.js';
import { renderMarkup, renderUsage } from './pages/snippets.js';
import { StatePanel } from './pages/state-panel.js';
import { applyTexts, TEXTS } from './pages/texts.js';

const widget = document.querySelector('auth-widget')!;

let settings: Settings = readSettings(location.search, navigator.language);
let texts = TEXTS[settings.lang];

const eventLog = new EventLog(byId('events-list'), byId('events-empty'));
const statePanel = new StatePanel(byId('state'));
const phoneMockup = new PhoneMockup(texts, settings.lang);

function renderBenefits(): void {
  byId('benefits-list').replaceChildren(
    ...texts.benefitList.map(([heading, text]) =>
      createElement('li', '', createElement('h3', '', heading), createElement('p', '', text)),
    ),
  );
}

function render(): void {
  texts = TEXTS[settings.lang];
  applySettings(settings, widget);
  applyTexts(texts);
  document.title = texts.pageTitle;
  phoneMockup.setTexts(texts, settings.lang);
  renderBenefits();
  renderMarkup(byId('tag'), settings, location.origin);
  renderUsage(byId('usage'), texts);
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest('.segments')) return;
  settings = { ...settings, [target.name]: target.value };
  history.replaceState(null, '', toQuery(settings));
  render();
});
byId('clear-events').addEventListener('click', () => eventLog.clear());
byId('copy-tag').addEventListener('click', () => {
  void copyText(byId('tag').textContent, byId('tag'), byId('copy-tag'), texts);
});

render();
phoneMockup.connect('/dev/sms');

eventLog.listen(document);
document.addEventListener('auth-change', ({ state }) => statePanel.show(state));
document.addEventListener('auth-signed-in', () => phoneMockup.hideNotice());

// The element is defined after its attributes are set, because a change of `mode` cancels a verification that it resumes
// after a reload; and after the listeners are added, so that they get its first event.
await import('../src/define/auth-widget.js');
statePanel.show(widget.state);
