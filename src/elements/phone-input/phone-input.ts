import type { PropertyDeclarations, TemplateResult } from 'lit';
import { defaultCountry } from '../../core/default-country.js';
import { toAsciiDigits } from '../../core/digits.js';
import { createPhoneFormat } from '../../core/editing/phone-format.js';
import { cleanPhone, findNumber, MOST_SHOWN_DIGITS } from '../../core/phone.js';
import { phoneInputTexts } from '../../locales/en-and-ru.js';
import { FieldEditor } from '../control/field-editor.js';
import type { FieldTexts } from '../control/field-validity.js';
import { TextControl } from '../control/text-control.js';
import { isOnServer } from '../dom.js';
import { LanguageController } from '../language-controller.js';
import { applyPhoneExtensions, type CountryMemory, type PhoneExtension } from './extension.js';
import { PHONE_PLACEHOLDER, phoneInputStyles, renderPhoneInput } from './phone-input.view.js';

/**
 * A field for a phone number, shown as `+7 (XXX) XXX-XX-XX` while it is typed, pasted or autofilled. Its value
 * is 11 digits that begin with 7, or `''` until the number is complete. With `countries`, it takes the numbers of other
 * countries too, and its value is 7 to 15 digits that begin with the country code. The texts are in the language of the nearest
 * `lang`: English, Russian or one that the page has added. The colours are light or dark, according to the
 * `color-scheme` that the element inherits.
 *
 * @summary A form control for a phone number.
 * @tag phone-input
 *
 * @fires {InputEvent} input - The person changed the text, or chose a country, which changed it.
 * @fires {Event} change - The person changed the text and then left the field or pressed Enter, or chose a country.
 *
 * @csspart label - The label.
 * @csspart description - The text that explains the field.
 * @csspart field - The box around the input.
 * @csspart input - The native input.
 * @csspart country - The box around the list of countries, if there are several.
 * @csspart error - The error message.
 * @csspart hint - The hint, shown while there is no error message.
 *
 * @cssproperty [--auth-color-text=light-dark(#14171f, #f2f4f8)] - Text.
 * @cssproperty [--auth-color-muted=light-dark(#5a6172, #a3abbd)] - Description, hint and placeholder.
 * @cssproperty [--auth-color-accent=light-dark(#2457e6, #8cabff)] - Border of the field that has the focus.
 * @cssproperty [--auth-color-surface=light-dark(#fff, #171a22)] - Background of the field while it has the focus.
 * @cssproperty [--auth-color-field=light-dark(#f5f6f9, #20242f)] - Background of the field.
 * @cssproperty [--auth-color-border=light-dark(#8b92a1, #616878)] - Border of the field.
 * @cssproperty [--auth-color-error=light-dark(#c4213a, #ff8d97)] - The error message, and the border of an invalid field.
 * @cssproperty [--auth-radius=12px] - Corner radius.
 * @cssproperty [--auth-density=1] - Scales the height of the field: 0.85 is dense, 1.2 is roomy.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--auth-focus-ring=0 0 0 3px, of the accent] - `box-shadow` of the field that has the focus.
 *
 * @cssstate user-invalid - The field shows that its value isn't valid: after a submission or a check, on leaving it, or if more digits can't help.
 * @cssstate busy - `isLoading`: the number is being checked.
 */
export class PhoneInput extends TextControl {
  static override styles = phoneInputStyles;

  static override properties: PropertyDeclarations = {
    ...super.properties,
    countries: {},
    country: { attribute: false },
  };

  /** @internal */
  protected override readonly editor = new FieldEditor(this, createPhoneFormat(defaultCountry));

  readonly #language = new LanguageController(this, [phoneInputTexts], () => [this.texts]);

  /**
   * The countries whose numbers are taken, by their ISO 3166-1 codes: `ru kz by`, or `all` for every one that the page has imported.
   * The first is the default. Each is a module: `auth-widget/countries/by.js`. Without countries, the numbers after +7 are taken.
   */
  declare countries: string;
  /** The country of the number, or the one chosen in the list: `BY`; `''` for none. Setting it moves the number there. It needs `countries`. */
  declare country: string;

  /** @internal Set by the widget. */
  declare countryMemory: CountryMemory | undefined;

  /** @internal What the country files have added. */
  declare extension: PhoneExtension | undefined;

  constructor() {
    super();
    this.placeholder = PHONE_PLACEHOLDER;
    this.country = '';
  }

  /** @internal */
  override get fieldTexts(): FieldTexts {
    const { lang, dir, texts } = this.#language.current;
    return {
      lang,
      dir,
      label: texts.phone,
      valueMissing: texts.phoneMissing,
      tooShort: texts.phoneTooShort,
      badInput: texts.phoneForeign,
      tooLong: texts.phoneTooLong,
      ...this.extension?.texts,
    };
  }

  /** @internal */
  get language(): { readonly lang: string; readonly texts: object } {
    return this.#language.current;
  }

  /** @internal See `FieldOwner`. */
  override onContentOrCaret(): void {
    super.onContentOrCaret();
    this.extension?.onContent();
  }

  /**
   * @internal See `FieldOwner`. Says that the edit would have made more digits than a field shows:
   * docs/behaviour/inputs.md#numbers-that-are-not-taken.
   */
  onRefused(text: string): void {
    if (cleanPhone(toAsciiDigits(text))[MOST_SHOWN_DIGITS]) this.currentValidity.hasRefusedEdit = true;
  }

  protected override willUpdate(): void {
    this.autocomplete ||= 'tel';
    // The placeholder of a country is in its module, which a server may not have loaded.
    if (isOnServer && this.countries && this.placeholder === PHONE_PLACEHOLDER) this.placeholder = '';
    applyPhoneExtensions(this, this.editor, findNumber);
  }

  override render(): TemplateResult {
    return renderPhoneInput(this.description, parts => this.renderField(parts));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'phone-input': PhoneInput;
  }
}
