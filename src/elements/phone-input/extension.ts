// How the country files of a page extend phone-input, which is small without them.
import type { ReactiveControllerHost } from 'lit';
import type { FindNumber } from '../../core/imported-countries.js';
import type { FieldEditor } from '../control/field-editor.js';
import type { FieldTexts } from '../control/field-validity.js';

/** Where the country that a person chooses is kept. Only the widget has such a place. */
export interface CountryMemory {
  /** Returns the region; null if none is kept. */
  read(): string | null;
  write(region: string): void;
}

/** What an extension uses of phone-input. It sets `country`, `placeholder` and `extension`, and only reads the others. */
export interface PhoneHost extends ReactiveControllerHost, HTMLElement {
  countries: string | null | undefined;
  country: string | null | undefined;
  placeholder: string;
  readonly defaultValue: string;
  readonly isDisabled: boolean;
  readonly isLoading: boolean;
  readonly readonly: boolean;
  readonly language: { readonly lang: string; readonly texts: object };
  readonly countryMemory?: CountryMemory | undefined;
  extension?: PhoneExtension | undefined;
}

/** What is added to one field. */
export interface PhoneExtension {
  /** The texts that replace the field's own; undefined for none. */
  readonly texts: Partial<FieldTexts> | undefined;
  /** Called when the content has changed or the caret may have moved. */
  onContent(): void;
}

type Extend = (host: PhoneHost, editor: FieldEditor, find: FindNumber) => void;

const KEY = Symbol.for('auth-widget:phone-input');
const page = globalThis as { [KEY]?: Extend };

/** Applies the page's extensions to a field. Called with every update, because a module may be loaded later. */
export const applyPhoneExtensions: Extend = (...field) => page[KEY]?.(...field);

/** Adds a function that is called at every update of every phone field of the page. It must extend a field only once. */
export function addPhoneExtension(extend: Extend): void {
  const earlier = page[KEY];
  page[KEY] = (...field) => {
    earlier?.(...field);
    extend(...field);
  };
}
