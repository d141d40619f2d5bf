import { isOnServer } from '../dom.js';
import type { ElementLanguage } from '../language-controller.js';

/** The texts of a field: its accessible name, for a page that gives it none, and its error messages. */
export interface FieldTexts extends Pick<ElementLanguage<object>, 'lang' | 'dir'> {
  readonly label: string;
  readonly valueMissing: string;
  readonly tooShort?: string;
}

/** The element whose value is validated. */
export interface ValidatedElement extends HTMLElement {
  readonly required: boolean;
  /** The native input, once it is rendered. The browser's error message points to it. */
  readonly input: HTMLInputElement | undefined;
  /** In the language of the element. */
  readonly fieldTexts: FieldTexts;
  requestUpdate(): void;
}

type Internals = Pick<
  ElementInternals,
  | 'checkValidity'
  | 'form'
  | 'labels'
  | 'reportValidity'
  | 'setFormValue'
  | 'setValidity'
  | 'states'
  | 'validationMessage'
  | 'validity'
  | 'willValidate'
>;

/**
 * Internals of an element that has no form and is always valid. They are used on a server, and in the DOMs that apps are
 * tested with in Node: jsdom 26 has internals without form, validity and states, and happy-dom 21 has none. There
 * `auth-widget/testing/dom` adds internals that work.
 */
const inertInternals = (): Internals => ({
  form: null,
  labels: [] as Iterable<Node> as NodeList,
  states: new Set(),
  validity: { valid: true } as ValidityState,
  validationMessage: '',
  willValidate: true,
  checkValidity: () => true,
  reportValidity: () => true,
  setFormValue() {},
  setValidity() {},
});

function internalsOf(element: Partial<HTMLElement>): Internals {
  const internals = isOnServer ? undefined : (element.attachInternals?.() as Partial<ElementInternals> | undefined);
  return internals?.states && internals.setFormValue ? (internals as ElementInternals) : inertInternals();
}

/**
 * The value and the validity of a form-associated element, and whether it shows what is wrong. See
 * docs/behaviour/inputs.md#error-messages.
 */
export class FieldValidity {
  readonly internals: Internals;
  /** The error message that the page has set with `setCustomValidity()`. */
  customMessage = '';
  readonly #element: ValidatedElement;
  #value = '';
  #isEmpty = true;
  #flag: 'valueMissing' | 'tooShort' | 'customError' | undefined;
  #isShown = false;

  constructor(element: ValidatedElement) {
    this.#element = element;
    this.internals = internalsOf(element);
  }

  /** Whether the field has no content. The value of a field with incomplete content is `''` as well. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Whether the element shows what is wrong. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** What is wrong with the value, whether it is shown or not. */
  get message(): string {
    const flag = this.#flag;
    return flag && flag !== 'customError' ? (this.#element.fieldTexts[flag] ?? '') : this.customMessage;
  }

  /**
   * Sets the value that the form sends.
   * @param value the form value; `''` with a content is `tooShort`, which only a phone number can be
   * @param restorable the state that the browser may restore the field with, or null
   */
  setValue(value: string, content: string, restorable: string | null): void {
    this.#value = value;
    this.#isEmpty = !content;
    this.internals.setFormValue(value, restorable);
    if (this.#currentFlag !== this.#flag) this.update();
  }

  /** Tells the form what is wrong with the value, in the current texts of the element. */
  update(): void {
    const flag = (this.#flag = this.#currentFlag);
    this.internals.setValidity(flag ? { [flag]: true } : {}, this.message, this.#element.input);
    if (!flag) this.show(false);
  }

  /** Shows what is wrong when `:user-invalid` would match a native input, or hides it. */
  show(isWanted: boolean): void {
    const isShown = isWanted && this.internals.willValidate && !!this.#flag;
    if (!isShown && !this.#isShown) return;
    this.#isShown = isShown;
    this.internals.states[isShown ? 'add' : 'delete']('user-invalid');
    // Render even if an error was shown before, because the message may have changed.
    this.#element.requestUpdate();
  }

  get #currentFlag(): 'valueMissing' | 'tooShort' | 'customError' | undefined {
    if (this.customMessage) return 'customError';
    if (!this.#isEmpty) return this.#value ? undefined : 'tooShort';
    return this.#element.required ? 'valueMissing' : undefined;
  }
}
