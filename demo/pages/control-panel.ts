import { ALL_CONTROLS, CONTROLS, GROUPS, MAX_TEXT, type Control } from './controls.js';
import { createElement } from './dom.js';
import { countriesIn } from './locales.js';
import { valueOf, type Settings } from './settings.js';
import type { TextName, Texts } from './texts.js';
import { builtInTexts, TEXT_KEYS, templatesOf } from './widget-texts.js';

/** The lists that the field `countries` suggests. Any other can be typed, or put together with the select below the field. */
const COUNTRY_LISTS = ['ru kz by', 'ru kz by all', 'us ca gb', 'de fr es it', 'ae sa eg'];

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** Takes a changed setting: its name and its new value. `''` stands for the default, except for a choice, whose default is its first value. */
type OnChange = (name: string, value: string) => void;

const groupText = (group: string): TextName => `group${group[0]!.toUpperCase()}${group.slice(1)}` as TextName;

/** The controls of the playground. The label of each is the name of what it sets, in every language. */
export class ControlPanel {
  readonly #inputs = new Map<string, Input>();
  readonly #root: HTMLElement;
  readonly #onChange: OnChange;
  readonly #textList = createElement('div', 'texts-list');
  readonly #countryToAdd = createElement('select', '');
  /** Takes a colour, so that its computed style tells what the page makes of it. */
  readonly #probe = createElement('i', '');

  /** @param hasServer whether the reference server can be chosen */
  constructor(root: HTMLElement, hasServer: boolean, onChange: OnChange) {
    this.#root = root;
    this.#onChange = onChange;
    for (const group of GROUPS) {
      const controls = CONTROLS[group].filter(({ name }) => hasServer || name !== 'server');
      const rows = controls.flatMap(control =>
        control.name === 'countries' ? [this.#createRow(control), this.#createCountryRow()] : this.#createRow(control),
      );
      this.#root.append(this.#createGroup(group, group === 'screens' || group === 'look', rows));
    }
    this.#root.append(this.#createTexts(), this.#probe);
  }

  /** Shows the settings, and sets the texts without `data-text`: the default option, the labels of the reset buttons, the list of countries. */
  show(settings: Settings, texts: Texts): void {
    for (const [name, input] of this.#inputs) {
      const value = valueOf(settings, name);
      if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === 'on';
      else if (input.type === 'range' || input.type === 'color') this.#showResettable(input, name, value);
      else if (input.value !== value) input.value = value;
    }
    for (const option of this.#root.querySelectorAll<HTMLOptionElement>('option.default'))
      option.textContent = texts.defaultValue;
    for (const button of this.#root.querySelectorAll<HTMLElement>('.control-reset'))
      button.setAttribute('aria-label', `${texts.reset}: ${button.dataset['name']}`);
    if (this.#countryToAdd.lang === settings.lang) return;
    this.#countryToAdd.lang = settings.lang;
    this.#countryToAdd.replaceChildren(
      new Option(texts.chooseCountry, ''),
      ...countriesIn(settings.lang).map(([code, name]) => new Option(name, code)),
    );
  }

  /** Shows the widget's own texts, each as the placeholder of its field. */
  showTexts(texts: object): void {
    const templates = templatesOf(texts);
    for (const input of this.#textList.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
      input.placeholder = templates[input.name.replace('text.', '')] ?? '';
  }

  /** Sliders and colour fields always have a value. Without a setting, a slider shows its start, and a colour field the colour of the page. */
  #showResettable(input: Input, name: string, value: string): void {
    const row = input.closest<HTMLElement>('.control-with-reset')!;
    const control = ALL_CONTROLS.find(known => known.name === name)!;
    if (value) input.value = value.replace(/px$/, '');
    else if (control.kind === 'range') input.value = `${control.start}`;
    else if (control.kind === 'color') input.value = this.#hexOf(`var(${name}, ${control.start})`);
    row.querySelector('output')!.textContent = value;
    row.querySelector<HTMLElement>('.control-reset')!.hidden = !value;
  }

  /** Returns a CSS colour as the page shows it now, as `#rrggbb`. It depends on the look and on the colour scheme. Its opacity is dropped. */
  #hexOf(color: string): string {
    this.#probe.style.color = color;
    const numbers = getComputedStyle(this.#probe).color.match(/\d+/g) ?? [];
    return `#${numbers
      .slice(0, 3)
      .map(number => Number(number).toString(16).padStart(2, '0'))
      .join('')}`;
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
    // The label also contains the options and the value, which would be part of the accessible name.
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
    return createElement('div', 'control control-with-reset', label, reset);
  }

  #createInput(control: Control): Input {
    const { name } = control;
    if (control.kind === 'choice') {
      const select = createElement('select', '', ...control.values.map(value => this.#createOption(value)));
      select.addEventListener('change', () => this.#onChange(name, select.value));
      return select;
    }
    if (control.kind === 'text' && control.placeholder.includes('\n')) {
      const area = createElement('textarea', '');
      area.maxLength = MAX_TEXT;
      area.rows = control.placeholder.split('\n').length;
      area.addEventListener('change', () => this.#onChange(name, area.value.trim()));
      return area;
    }
    const input = createElement('input', '');
    if (control.kind === 'switch') {
      input.type = 'checkbox';
      input.addEventListener('change', () => this.#onChange(name, input.checked ? 'on' : ''));
    } else if (control.kind === 'text') {
      input.placeholder = control.placeholder;
      input.maxLength = MAX_TEXT;
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

  /** Creates the row with a select that adds one country to the field `countries`. `show` fills the select. */
  #createCountryRow(): HTMLElement {
    const select = this.#countryToAdd;
    select.addEventListener('change', () => {
      const countries = this.#inputs.get('countries')!.value.split(/\s+/);
      this.#onChange('countries', [...new Set([...countries, select.value])].join(' ').trim());
      select.value = '';
    });
    const name = createElement('span', '');
    name.dataset['text'] = 'addCountry';
    return createElement('label', 'control', name, select);
  }

  #createTexts(): HTMLElement {
    const find = createElement('input', 'texts-find');
    find.type = 'search';
    const label = createElement('span', 'visually-hidden');
    label.dataset['text'] = 'findText';
    const templates = templatesOf(builtInTexts('en'));
    for (const key of TEXT_KEYS)
      this.#textList.append(this.#createRow({ kind: 'text', name: `text.${key}`, placeholder: templates[key]! }));
    find.addEventListener('input', () => {
      for (const row of this.#textList.children)
        (row as HTMLElement).hidden =
          !`${row.textContent} ${row.querySelector<HTMLInputElement>('input, textarea')!.placeholder}`
            .toLowerCase()
            .includes(find.value.toLowerCase());
    });
    return this.#createGroup('texts', false, [createElement('label', '', label, find), this.#textList]);
  }
}
