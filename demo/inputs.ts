// The pages phone-input.html and code-input.html: a form that shows what it would send, and the element in every state.
import '../src/countries/all.js';
import '../src/define/code-input.js';
import '../src/define/phone-input.js';
import { readSettings, toQuery, valueOf, withSetting, type Settings } from './pages/settings.js';

/**
 * Attributes whose value is a text. Their Russian values are in `data-ru-label` and so on, and an element's Russian content is
 * in `data-ru`.
 */
const TEXT_ATTRIBUTES = ['label', 'error', 'title', 'description', 'aria-label'];

const fromUrl = readSettings(location.search, navigator.language);
/** The language is `ru` or `en`: these pages have texts in these two languages, the playground in more. */
let settings: Settings = { ...fromUrl, lang: fromUrl.lang === 'ru' ? 'ru' : 'en' };

/**
 * Returns the text of an element or attribute in the language of the page: the English one if there is no Russian one. Keeps the English
 * one in `data-en` or `data-en-label` and so on, because the page's own text is replaced.
 *
 * @param suffix '' for the content of the element, else the name of an attribute in upper camel case
 * @param current the current text, which is the English one at the first call
 */
function translate(element: HTMLElement, suffix: string, current: string | null): string {
  const { dataset } = element;
  const english = (dataset[`en${suffix}`] ??= current ?? '');
  return (settings.lang === 'ru' && dataset[`ru${suffix}`]) || english;
}

function render(): void {
  document.documentElement.lang = settings.lang;
  document.documentElement.dataset['theme'] = valueOf(settings, 'theme');
  for (const element of document.querySelectorAll<HTMLElement>('[data-ru]')) {
    element.textContent = translate(element, '', element.textContent);
  }
  for (const name of TEXT_ATTRIBUTES) {
    const suffix = name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
    for (const element of document.querySelectorAll<HTMLElement>(`[${name}][data-ru-${name}]`))
      element.setAttribute(name, translate(element, suffix, element.getAttribute(name)));
  }
  for (const element of document.querySelectorAll<HTMLElement>('phone-input, code-input')) element.lang = settings.lang;
  for (const radio of document.querySelectorAll<HTMLInputElement>('.segments input')) {
    radio.checked = radio.value === valueOf(settings, radio.name);
    radio.onchange = () => {
      settings = withSetting(settings, radio.name, radio.value);
      history.replaceState(null, '', toQuery(settings));
      render();
    };
  }
}

const form = document.querySelector('form')!;
const output = form.querySelector('output')!;

/** Shows the form's data, whether it is valid, and the last event. */
function showFormData(lastEvent = ''): void {
  // The forms have no file inputs: all values are strings.
  const data = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, value as string]));
  const parts = [data.toString(), form.matches(':valid') ? 'valid' : 'invalid', lastEvent];
  output.value = parts.filter(Boolean).join('  ·  ');
}

for (const type of ['input', 'change', 'code-complete', 'code-back', 'submit']) {
  form.addEventListener(type, event => {
    if (type === 'submit') event.preventDefault();
    showFormData(type);
  });
}
// The event is dispatched before the controls are reset.
form.addEventListener('reset', () => requestAnimationFrame(() => showFormData('reset')));

render();
showFormData();
