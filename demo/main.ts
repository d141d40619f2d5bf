// The playground (index.html): the widget with a control for everything, the phone that gets its SMS, what can go wrong, the
// code to copy, the machine that runs, and a second tab.
import '../src/countries/all.js';
import { SettingsApplier } from './pages/apply-settings.js';
import { renderCode } from './pages/code-panel.js';
import { Chart } from './pages/chart.js';
import { ControlPanel } from './pages/control-panel.js';
import { FRAMEWORK_NAMES, FRAMEWORKS, type Framework } from './pages/controls.js';
import { MEMORY_PATH, shareMemoryServer, startMemoryServer } from './pages/demo-server.js';
import { byId, createElement } from './pages/dom.js';
import { EventLog } from './pages/event-log.js';
import { Faults, LASTING_FAULTS, NEXT_FAULTS, type LastingFault, type NextFault } from './pages/faults.js';
import { fillLanguages, loadTexts } from './pages/locales.js';
import { observeFlows } from './pages/observed-flow.js';
import { enterTestNumber, enterWrongCode, makeCall, type TestNumber } from './pages/person.js';
import { PhoneMockup } from './pages/phone-mockup.js';
import { isSecondTab, SecondTab, separateSessionStorage } from './pages/second-tab.js';
import { readSettings, toQuery, valueOf, withSetting } from './pages/settings.js';
import { StatePanel } from './pages/state-panel.js';
import { applyTexts, textsFor } from './pages/texts.js';

/** Whether the reference server serves the page. The playground of the documentation site has only the server in memory. */
const hasServer = import.meta.env.MODE !== 'playground';

const widget = document.querySelector('auth-widget')!;
const languages = document.querySelector<HTMLSelectElement>('#language')!;
const isSecond = isSecondTab();

let settings = readSettings(location.search, navigator.language);
let texts = textsFor(settings.lang);

const isInMemory = !hasServer || valueOf(settings, 'server') === 'memory';
const applier = new SettingsApplier(widget, () => texts.captcha);
const eventLog = new EventLog(byId('events-list'), byId('events-empty'));
const statePanel = new StatePanel(byId('state'));
const chart = new Chart(byId('chart'), byId('chart-exits'), byId('chart-event'));
const panel = new ControlPanel(byId('controls'), hasServer, setSetting);
const secondTab = new SecondTab(byId('second-tab'));
const phoneMockup = new PhoneMockup(texts, settings.lang);

document.documentElement.dataset['view'] = isSecond ? 'second-tab' : 'page';
if (isSecond) separateSessionStorage();
if (isInMemory) {
  widget.setAttribute('base-url', MEMORY_PATH);
  if (isSecond) shareMemoryServer();
  else startMemoryServer(sms => phoneMockup.receive(sms));
}
const faults = new Faults(showFaults, () => !!widget.challenge);

function setSetting(name: string, value: string): void {
  settings = withSetting(settings, name, value);
  history.replaceState(null, '', toQuery(settings));
  if (name === 'server') location.reload();
  else render();
}

function renderBenefits(): void {
  byId('benefits-list').replaceChildren(
    ...texts.benefitList.map(([heading, text]) =>
      createElement('li', '', createElement('h3', '', heading), createElement('p', '', text)),
    ),
  );
}

function render(): void {
  texts = textsFor(settings.lang);
  applier.apply(settings);
  applyTexts(texts);
  byId('intro').textContent = isInMemory ? texts.introMemory : texts.introReference;
  document.title = texts.pageTitle;
  panel.show(settings, texts);
  const { lang } = settings;
  void loadTexts(lang).then(widgetTexts => lang === settings.lang && panel.showTexts(widgetTexts));
  phoneMockup.setTexts(texts, settings.lang);
  renderBenefits();
  renderCode(byId('code'), valueOf(settings, 'framework') as Framework, settings, texts);
  const hasTab = !!settings['tab'] && !isSecond;
  secondTab.show(hasTab ? toQuery(withSetting(settings, 'tab', '')) : undefined, texts.secondTab);
  byId('toggle-tab').textContent = hasTab ? texts.closeTab : texts.openTab;
  byId('toggle-tab').setAttribute('aria-expanded', `${hasTab}`);
  languages.value = settings.lang;
  for (const radio of document.querySelectorAll<HTMLInputElement>('.segments input'))
    radio.checked = radio.value === valueOf(settings, radio.name);
}

function showFaults(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-fault]'))
    button.setAttribute('aria-pressed', `${faults.has(button.dataset['fault'] as NextFault | LastingFault)}`);
}

/**
 * Switches a fault on or off. After switching it on, the page makes the call of the screen, so that the fault shows: see `makeCall`. While a
 * person is signed in, a lasting fault causes no call.
 */
function causeFault(fault: NextFault | LastingFault): void {
  faults.toggle(fault);
  const isLasting = (LASTING_FAULTS as readonly string[]).includes(fault);
  if (faults.has(fault) && !(isLasting && widget.state.isAuthenticated)) void makeCall(widget, fault);
}

fillLanguages(languages);
// The build for the documentation site gives these links an address. Elsewhere the page names the file in the repository.
for (const link of document.querySelectorAll<HTMLElement>('a[data-page]:not([href])'))
  link.after(' ', createElement('code', '', `docs/${link.dataset['page']}.md`));
byId('frameworks').append(
  ...FRAMEWORKS.map(framework => {
    const radio = createElement('input', '');
    Object.assign(radio, { type: 'radio', name: 'framework', value: framework });
    return createElement('label', '', radio, createElement('span', '', FRAMEWORK_NAMES[framework]));
  }),
);
// In a narrow window, the facts are shown below the playground (styles/playground.css). They move in the DOM too, for the order of the Tab key.
const facts = document.querySelector('.facts')!;
const narrow = matchMedia('(max-width: 639px)');
const placeFacts = (): void => document.querySelector('.playground')![narrow.matches ? 'after' : 'before'](facts);
narrow.addEventListener('change', placeFacts);
placeFacts();
for (const button of document.querySelectorAll<HTMLElement>('[data-fault]')) {
  const fault = button.dataset['fault'] as NextFault | LastingFault;
  if (![...NEXT_FAULTS, ...LASTING_FAULTS].includes(fault)) throw new TypeError(fault);
  button.addEventListener('click', () => causeFault(fault));
}
byId('wrong-code').addEventListener('click', () => void enterWrongCode(widget));
for (const button of document.querySelectorAll<HTMLElement>('[data-number]'))
  button.addEventListener('click', () => void enterTestNumber(widget, button.dataset['number'] as TestNumber));
document.addEventListener('change', ({ target }) => {
  if (target === languages) setSetting('lang', languages.value);
  if (target instanceof HTMLInputElement && target.closest('.segments')) setSetting(target.name, target.value);
});
byId('reset').addEventListener('click', () => {
  settings = { lang: settings.lang, ...(settings['server'] ? { server: settings['server'] } : {}) };
  setSetting('lang', settings.lang);
});
byId('toggle-tab').addEventListener('click', () => setSetting('tab', settings['tab'] ? '' : 'on'));
byId('clear-events').addEventListener('click', () => eventLog.clear());

observeFlows(flow => chart.show(flow));
render();
showFaults();
if (isInMemory) phoneMockup.setOnline();
else if (!isSecond) phoneMockup.connect('/dev/sms');

eventLog.listen(document);
document.addEventListener('auth-change', ({ state }) => statePanel.show(state));
document.addEventListener('auth-signed-in', () => phoneMockup.hideNotice());

// The element is defined last. A later change of `mode` would cancel the verification that it resumes after a reload, and a later listener
// would miss its first event.
await import('../src/define/auth-widget.js');
statePanel.show(widget.state);
