// The list of countries beside a phone field. It is a native select, for its type-ahead, its picker and its support by screen readers.
import type { ChosenPlans, CountryPlan } from '../../core/imported-countries.js';
import { countryNames, countryOptions } from '../../core/countries/country-options.js';
import { hasFocus } from '../tree.js';
import { countryListStyles } from './country-list.styles.js';

/** By document, because a style sheet belongs to one. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Gives a shadow root the styles of the list, unless it has them. Moving to another document removes them. */
function adoptStyles(root: ShadowRoot): void {
  // jsdom has no `adoptedStyleSheets`.
  if (!('adoptedStyleSheets' in root)) return;
  const { ownerDocument } = root;
  let sheet = sheets.get(ownerDocument);
  if (!sheet) {
    sheet = new (ownerDocument.defaultView ?? globalThis.window).CSSStyleSheet();
    sheet.replaceSync(countryListStyles);
    sheets.set(ownerDocument, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

export class CountryList {
  readonly #host: HTMLElement;
  readonly #box: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #code: HTMLElement;
  /** What the options were made from. */
  #source = '';
  #region = '';

  /**
   * @param onChoose called with the country that was chosen, and whether the person chose it: autofill changes a list that doesn't have
   *   the focus. It returns whether the field takes the country.
   */
  constructor(host: HTMLElement, onChoose: (region: string, isByHand: boolean) => boolean) {
    const document = host.ownerDocument;
    this.#host = host;
    this.#box = document.createElement('span');
    this.#select = document.createElement('select');
    this.#code = document.createElement('span');
    // jsdom and happy-dom have no `part`.
    this.#box.setAttribute('part', 'country');
    this.#code.ariaHidden = 'true';
    this.#code.dir = 'ltr';
    // The code in the number is more reliable than a country that the browser fills in.
    this.#select.autocomplete = 'off';
    this.#box.append(this.#select, this.#code);
    this.#select.addEventListener('change', event => {
      event.stopPropagation();
      if (!onChoose(this.#select.value, hasFocus(this.#select))) this.#select.value = this.#region;
    });
    // A listener to `input` on the host expects that the number has changed.
    this.#box.addEventListener('input', event => event.stopPropagation());
    // The browser gives a click on the page's label to the first control of the shadow root, which is the list.
    host.addEventListener('click', this.#handleLabel);
    host.shadowRoot!.querySelector('[part=field]')!.prepend(this.#box);
  }

  /** Renders the options in a language. `label` is the accessible name of the select. */
  render(choice: ChosenPlans, lang: string, label: string, isDisabled: boolean): void {
    adoptStyles(this.#host.shadowRoot!);
    const select = this.#select;
    select.ariaLabel = label;
    select.disabled = isDisabled;
    const isRightToLeft = getComputedStyle(this.#host).direction === 'rtl';
    this.#box.toggleAttribute('data-rtl', isRightToLeft);
    const regions = choice.plans.map(({ region }) => region);
    // The names in the language may be loaded later.
    const source = [lang, countryNames().size, isRightToLeft, ...regions, choice.named.length].join();
    if (source === this.#source) return;
    this.#source = source;
    const document = this.#host.ownerDocument;
    const options = countryOptions(choice, lang).map(({ region, text }) => {
      const option = document.createElement('option');
      option.value = region;
      // Otherwise the plus would come after the digits.
      option.text = isRightToLeft ? text.replace(/\+\d+/, '\u2066$&\u2069') : text;
      return option;
    });
    select.replaceChildren(...options);
    select.value = this.#region;
  }

  /** Shows a country; undefined for none. */
  show(plan: CountryPlan | undefined): void {
    this.#region = plan?.region ?? '';
    this.#select.value = this.#region;
    this.#code.textContent = `+${plan?.code ?? ''}`;
  }

  remove(): void {
    this.#host.removeEventListener('click', this.#handleLabel);
    this.#box.remove();
  }

  #handleLabel = (event: Event): void => {
    if (event.composedPath()[0] === this.#host) this.#host.focus();
  };
}
