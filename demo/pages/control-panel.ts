import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../../src/locales/built-in.js';
import { CONTROLS, GROUPS, LANGUAGES, type Control } from './controls.js';
import { createElement } from './dom.js';
import { valueOf, type Settings } from './settings.js';
import type { TextName, Texts } from './texts.js';

/** Lists of countries to choose from. Any other can be typed. */
const COUNTRY_LISTS = ['ru kz by', 'ru kz by all', 'us ca gb', 'de fr es it', 'ae sa eg'];

type OnChange = (name: string, value: string) => void;

const groupText = (group: string): TextName => `group${group[0]!.toUpperCase()}${group.slice(1)}` as TextName;

/** The texts of the widget as far as they are plain strings, by their keys. */
function stringsIn(lang: 'en' | 'ru'): Record<string, string> {
  const all = [widgetTexts, phoneInputTexts, codeInputTexts, errors].flatMap(texts => Object.entries(texts[lang]));
  return Object.fromEntries(all.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The controls of the playground, each named as what it sets. */
export class ControlPanel {
  readonly #inputs = new Map<string, HTMLInputElement | HTMLSelectElement>();
  readonly #root: HTMLElement;
  readonly #onChange: OnChange;
  readonly #textList = createElement('div', 'texts-list');

  /** @param hasServer whether the reference server can be chosen */
  constructor(root: HTMLElement, hasServer: boolean, onChange: OnChange) {
    this.#root = root;
    this.#onChange = onChange;
    for (const group of GROUPS) {
      const controls = CONTROLS[group].filter(({ name }) => hasServer || name !== 'server');
      const rows = controls.map(control => this.#createRow(control));
      this.#root.append(this.#createGroup(group, group === 'screens' || group === 'look', rows));
    }
    this.#root.append(this.#createTexts());
  }

  /** Shows the settings, and the texts of the page in its language. */
  show(settings: Settings, texts: Texts): void {
    for (const [name, input] of this.#inputs) {
      const value = valueOf(settings, name);
      if (input.type === 'checkbox') input.checked = value === 'on';
      else if (input.type === 'range' || input.type === 'color') this.#showSlider(input, name, value);
      else if (input.value !== value) input.value = value;
    }
    for (const option of this.#root.querySelectorAll<HTMLOptionElement>('option.default'))
      option.textContent = texts.defaultValue;
    for (const button of this.#root.querySelectorAll<HTMLElement>('.control-reset'))
      button.setAttribute('aria-label', `${texts.reset}: ${button.dataset['name']}`);
    const strings = stringsIn(settings.lang === 'ru' ? 'ru' : 'en');
    for (const input of this.#textList.querySelectorAll('input'))
      input.placeholder = strings[input.name.replace('text.', '')] ?? '';
  }

  /** A slider and a field for colours always have a value: while the setting has its default, they look unset. */
  #showSlider(input: HTMLInputElement, name: string, value: string): void {
    const row = input.closest<HTMLElement>('.control-with-reset')!;
    row.classList.toggle('control-unset', !value);
    const control = Object.values(CONTROLS)
      .flat()
      .find(known => known.name === name);
    input.value = value ? value.replace(/px$/, '') : control?.kind === 'range' ? `${control.start}` : '#808080';
    row.querySelector('output')!.textContent = value;
    row.querySelector<HTMLElement>('.control-reset')!.hidden = !value;
  }

  #createGroup(group: string, isOpen: boolean, rows: readonly Node[]): HTMLElement {
    const title = createElement('span', '');
    title.dataset['text'] = groupText(group);
    const details = createElement('details', 'control-group', createElement('summary', '', title), ...rows);
    details.open = isOpen;
    return details;
  }

  #createRow(control: Control): HTMLElement {
    const { name } = control;
    const input = this.#createInput(control);
    input.name = name;
    // The label has the options and the value in it too, which would be part of the name.
    input.setAttribute('aria-label', name);
    this.#inputs.set(name, input);
    const label = createElement('label', `control control-${control.kind}`, createElement('code', '', name), input);
    if (control.kind !== 'range' && control.kind !== 'color') return label;
    const reset = createElement('button', 'control-reset', '×');
    reset.type = 'button';
    reset.dataset['name'] = name;
    reset.addEventListener('click', () => {
      this.#onChange(name, '');
      input.focus();
    });
    label.append(createElement('output', ''));
    return createElement('div', `control control-with-reset`, label, reset);
  }

  #createInput(control: Control): HTMLInputElement | HTMLSelectElement {
    const { name } = control;
    if (control.kind === 'choice') {
      const select = createElement('select', '', ...control.values.map(value => this.#createOption(value)));
      select.addEventListener('change', () => this.#onChange(name, select.value));
      return select;
    }
    const input = createElement('input', '');
    if (control.kind === 'switch') {
      input.type = 'checkbox';
      input.addEventListener('change', () => this.#onChange(name, input.checked ? 'on' : ''));
    } else if (control.kind === 'text') {
      input.placeholder = control.placeholder;
      input.spellcheck = false;
      input.addEventListener('change', () => this.#onChange(name, input.value.trim()));
      if (name === 'countries') this.#addSuggestions(input);
    } else {
      input.type = control.kind;
      if (control.kind === 'range') {
        input.min = `${control.min}`;
        input.max = `${control.max}`;
        input.step = `${control.step}`;
      }
      const unit = control.kind === 'range' ? control.unit : '';
      input.addEventListener('input', () => this.#onChange(name, `${input.value}${unit}`));
    }
    return input;
  }

  #createOption(value: string): HTMLOptionElement {
    const option = createElement('option', value ? '' : 'default', value);
    option.value = value;
    return option;
  }

  #addSuggestions(input: HTMLInputElement): void {
    const list = createElement('datalist', '', ...COUNTRY_LISTS.map(value => this.#createOption(value)));
    list.id = 'country-lists';
    this.#root.append(list);
    input.setAttribute('list', list.id);
  }

  #createTexts(): HTMLElement {
    const find = createElement('input', 'texts-find');
    find.type = 'search';
    const label = createElement('span', 'visually-hidden');
    label.dataset['text'] = 'findText';
    for (const key of Object.keys(stringsIn('en'))) {
      if (key === 'lang') continue;
      this.#textList.append(this.#createRow({ kind: 'text', name: `text.${key}`, placeholder: '' }));
    }
    find.addEventListener('input', () => {
      for (const row of this.#textList.children)
        (row as HTMLElement).hidden = !`${row.textContent} ${row.querySelector('input')!.placeholder}`
          .toLowerCase()
          .includes(find.value.toLowerCase());
    });
    return this.#createGroup('texts', false, [createElement('label', '', label, find), this.#textList]);
  }
}

/** Fills the list of languages in the header. */
export function fillLanguages(select: HTMLSelectElement): void {
  for (const [tag, name] of Object.entries(LANGUAGES)) {
    const option = createElement('option', '', name);
    option.value = tag;
    option.lang = tag;
    select.append(option);
  }
}
