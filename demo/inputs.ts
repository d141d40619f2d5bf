// The pages of phone-input and code-input: every state side by side, and one in a form that says what it would send.
import '../src/define/code-input.js';
import '../src/define/phone-input.js';
import { readSettings, writeSettings, type Settings } from './pages/settings.js';

/** Attributes of a control that are text for people; `data-ru-label` and the like hold them in Russian. */
const TEXTS = ['label', 'error', 'title', 'description'];

let settings = readSettings(location.search, navigator.language);

/** The text in the language of the page. The English one is what the markup holds. */
function translated(element: HTMLElement, name: string, english: string | null): string {
  const { dataset } = element;
  const original = (dataset[`en${name}`] ??= english ?? '');
  return (settings.lang === 'ru' && dataset[`ru${name}`]) || original;
}

function apply(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset['theme'] = settings.theme;
  for (const element of document.querySelectorAll<HTMLElement>('[data-ru]')) {
    element.textContent = translated(element, '', element.textContent);
  }
  for (const element of document.querySelectorAll<HTMLElement>('phone-input, code-input')) {
    for (const name of TEXTS) {
      const key = name[0]!.toUpperCase() + name.slice(1);
      if (element.hasAttribute(name)) element.setAttribute(name, translated(element, key, element.getAttribute(name)));
    }
    element.lang = settings.lang;
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('.segments input')) {
    input.checked = input.value === settings[input.name as keyof Settings];
    input.onchange = () => {
      settings = { ...settings, [input.name]: input.value };
      history.replaceState(null, '', writeSettings(settings));
      apply();
    };
  }
}

const form = document.querySelector('form')!;
const output = form.querySelector('output')!;

/** What the form would send, and whether it would. */
function report(last = ''): void {
  const data = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  output.value = [data.toString(), form.matches(':valid') ? 'valid' : 'invalid', last].filter(Boolean).join('  ·  ');
}

for (const type of ['input', 'change', 'code-complete', 'code-back', 'submit']) {
  form.addEventListener(type, event => {
    if (type === 'submit') event.preventDefault();
    report(type);
  });
}
// A form is reset after its event.
form.addEventListener('reset', () => requestAnimationFrame(() => report('reset')));

apply();
report();
