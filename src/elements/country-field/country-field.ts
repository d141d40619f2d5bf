// What phone-input gets once the page imports a country: the effect of its attribute `countries`, a format, texts, and the list of
// countries.
import type { ReactiveController } from 'lit';
import type { ChosenPlans, CountryPlan, FindNumber } from '../../core/imported-countries.js';
import type { TextFormat } from '../../core/editing/text-format.js';
import { canonicalTag } from '../../core/language-tag.js';
import { fillIn } from '../../core/text-template.js';
import { createCountriesFormat } from '../../core/countries/countries-format.js';
import { formatInternational } from '../../core/countries/number-reading.js';
import { countryPlans } from '../../core/countries/country-plans.js';
import { choosePlans } from '../../core/countries/choose-plans.js';
import { countryTexts } from '../../locales/en-and-ru.js';
import type { CountryTexts } from '../../locales/text-keys.js';
import type { FieldEditor } from '../control/field-editor.js';
import type { FieldTexts } from '../control/field-validity.js';
import { selfAndAncestors } from '../tree.js';
import { addPhoneExtension, type PhoneExtension, type PhoneHost } from '../phone-input/extension.js';
import { CountryList } from './country-list.js';

/** `phoneNotTaken` names the country codes, unless there are more than this. */
const MOST_CODES = 8;

/** Returns the region that the nearest `lang` attribute names: `KZ` for `ru-KZ`, `''` for `ru`. */
function nearestRegion(host: Node): string {
  const node = selfAndAncestors(host).find(node => (node as Partial<Element>).hasAttribute?.('lang')) as
    | Element
    | undefined;
  const tag = canonicalTag(node?.getAttribute('lang'));
  return (tag && new Intl.Locale(tag).region) ?? '';
}

/** The placeholder for a country: the first form of its numbers, with a zero for each digit. Without a country, it's a plus. */
const placeholderOf = (plan: CountryPlan | undefined): string =>
  plan ? formatInternational(plan, '0'.repeat(plan.groups[0]?.length ?? 0)) : '+';

/** The countries of one phone field. See docs/behaviour/countries.md#the-field. */
class CountryField implements ReactiveController, PhoneExtension {
  readonly #host: PhoneHost;
  readonly #editor: FieldEditor;
  /** What the field has without countries: its format, and its placeholder. */
  readonly #ownFormat: TextFormat;
  readonly #ownPlaceholder: string;
  readonly #format: ReturnType<typeof createCountriesFormat>;
  /** The format reads it with every call. `isByDefault` says that neither the page nor the person has chosen the region. */
  readonly #choice: ChosenPlans & { region: string; isByDefault: boolean } = {
    plans: [],
    named: [],
    region: '',
    isByDefault: true,
  };
  #list: CountryList | undefined;
  #placeholder: string;
  /** What this class last set the host's `country` to. */
  #country = '';

  constructor(host: PhoneHost, editor: FieldEditor, find: FindNumber) {
    this.#host = host;
    this.#editor = editor;
    this.#ownFormat = editor.format;
    // The field's own placeholder has zeros. The format would read them as a prefix. The host's placeholder may be the page's already.
    this.#ownPlaceholder = this.#placeholder = editor.format.format('1111111111').replaceAll('1', '0');
    this.#format = createCountriesFormat(this.#choice, find);
  }

  get #isUsed(): boolean {
    return this.#choice.plans.length > 0;
  }

  hostUpdate(): void {
    const host = this.#host;
    const { country } = host;
    // Compared first, because `#followCountries` sets `host.country` and `#country`, and a page may set `country` and `countries` at once.
    const isSet = country !== this.#country;
    this.#followCountries();
    if (!this.#isUsed) return;
    const plan = countryPlans().get(country?.toUpperCase() ?? '');
    if (isSet && plan && this.#choice.plans.includes(plan)) this.#move(plan.region, false);
    this.#followContent();
  }

  hostUpdated(): void {
    const { plans } = this.#choice;
    if (plans.length < 2) {
      this.#list?.remove();
      this.#list = undefined;
      return;
    }
    const { language, isDisabled, isLoading, readonly } = this.#host;
    this.#list ??= new CountryList(this.#host, this.#handleChoice);
    this.#list.render(this.#choice, language.lang, this.#texts.phoneCountry, isDisabled || isLoading || readonly);
    this.#list.show(plans.find(({ region }) => region === this.#country));
  }

  get texts(): Partial<FieldTexts> | undefined {
    if (!this.#isUsed) return undefined;
    const texts = this.#texts;
    const codes = [...new Set(this.#choice.plans.map(({ code }) => `+${code}`))];
    return {
      tooShort: this.#country || this.#editor.text.startsWith('+') ? texts.phoneIncomplete : texts.phonePlus,
      tooLong: texts.phoneTooManyDigits,
      badInput: fillIn(texts.phoneNotTaken, { codes: codes.length > MOST_CODES ? '' : codes.join(', ') }),
    };
  }

  onContent(): void {
    // If the page has just set a country, the next update takes it over.
    if (this.#isUsed && this.#host.country === this.#country) this.#followContent();
  }

  #followContent(): void {
    const host = this.#host;
    const region = this.#format.regionOf(this.#editor.content);
    const plan = this.#choice.plans.find(plan => plan.region === region);
    this.#country = host.country = plan?.region ?? '';
    this.#list?.show(plan);
    this.#setPlaceholder(placeholderOf(plan));
  }

  get #texts(): CountryTexts {
    const { lang, texts } = this.#host.language;
    return { ...countryTexts[/^ru\b/i.test(lang) ? 'ru' : 'en'], ...texts };
  }

  /** Takes over the countries that the page names and has imported by now. */
  #followCountries(): void {
    const { plans, named } = choosePlans(this.#host.countries, countryPlans());
    const choice = this.#choice;
    // The named plans come first, so the count of them says which they are.
    const isSame =
      plans.length === choice.plans.length &&
      named.length === choice.named.length &&
      plans.every((plan, index) => plan === choice.plans[index]);
    if (isSame) return;
    const editor = this.#editor;
    // Without countries, the format has read a national number as one after +7. So a text that a program set is read again as it was set. A
    // typed number is read from its value, or from its digits while it's incomplete.
    const typed = this.#isUsed ? editor.text : editor.assignedText || editor.value || editor.content;
    const text = editor.isDirty ? typed : this.#host.defaultValue;
    const isKept = plans.some(({ region }) => region === choice.region);
    Object.assign(choice, { plans, named });
    if (!isKept || choice.isByDefault) {
      const find = (wanted: string | null | undefined) => plans.find(({ region }) => region === wanted);
      const kept = find(this.#host.countryMemory?.read());
      choice.region = (kept ?? named[0] ?? find(nearestRegion(this.#host)))?.region ?? '';
      choice.isByDefault = true;
    }
    editor.setFormat(this.#isUsed ? this.#format : this.#ownFormat, text);
    if (this.#isUsed) return;
    this.#country = this.#host.country = '';
    this.#setPlaceholder(this.#ownPlaceholder);
  }

  /** Sets the placeholder, unless the page has set another. */
  #setPlaceholder(placeholder: string): void {
    if (this.#host.placeholder !== this.#placeholder) return;
    this.#host.placeholder = this.#placeholder = placeholder;
  }

  /**
   * Moves the number to a country. An empty field gets the country, too.
   * @param isEdit whether the person or autofill makes the move: unless the field is empty, `input` is dispatched, and it can be undone
   */
  #move(region: string, isEdit: boolean): void {
    const { content } = this.#editor;
    const choice = this.#choice;
    choice.region = region;
    choice.isByDefault = false;
    const moved = content && this.#format.moveTo(content, region);
    if (isEdit) this.#editor.enter(moved);
    else this.#editor.setFormat(this.#format, moved);
  }

  /**
   * Whether the number is complete once it's moved to this country. A number that is complete already, or whose code somebody has
   * typed, must not be moved by autofill. The third character of a content is its kind, and `+` is that of a code that somebody has typed:
   * src/core/countries/countries-format.ts.
   */
  #isCompletedBy(region: string): boolean {
    const { content, value } = this.#editor;
    return !value && content[2] !== '+' && !!this.#format.toValue(this.#format.moveTo(content, region));
  }

  #handleChoice = (region: string, isByHand: boolean): boolean => {
    if (!isByHand && this.#editor.content && !this.#isCompletedBy(region)) return false;
    if (isByHand) this.#host.countryMemory?.write(region);
    this.#move(region, true);
    this.#followContent();
    // A field that is still empty shows no message yet.
    if (this.#editor.content) this.#editor.commit();
    else this.#host.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
    return true;
  };
}

/** Lets the phone fields of the page take numbers of the countries that are imported. */
export function extendPhoneInputs(): void {
  addPhoneExtension((host, editor, find) => {
    // Another bundle of the page may have extended the field.
    if (host.extension) return;
    const field = new CountryField(host, editor, find);
    host.extension = field;
    host.addController(field);
  });
}
