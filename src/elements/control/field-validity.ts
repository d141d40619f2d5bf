import type { ContentProblem } from '../../core/editing/text-format.js';
import { isOnServer, reportMisuse } from '../dom.js';
import type { ElementLanguage } from '../language-controller.js';

/** The texts of a field: its accessible name, if the page gives it none, and its error messages. */
export interface FieldTexts extends Pick<ElementLanguage<object>, 'lang' | 'dir'> {
  readonly label: string;
  readonly valueMissing: string;
  readonly tooShort?: string;
  readonly badInput?: string;
  readonly tooLong?: string;
}

/** The element whose value is validated. */
export interface ValidatedElement extends HTMLElement {
  readonly required: boolean;
  /** The native input, once it is rendered. The browser's error message points to it. */
  readonly input: HTMLInputElement | undefined;
  /** The texts of the field, in the language of the element. */
  readonly fieldTexts: FieldTexts;
  requestUpdate(): void;
}

type Flag = 'valueMissing' | 'customError' | ContentProblem;

type Internals = Pick<
  ElementInternals,
  | 'checkValidity'
  | 'form'
  | 'labels'
  | 'reportValidity'
  | 'setFormValue'
  | 'setValidity'
  | 'validationMessage'
  | 'validity'
  | 'willValidate'
> &
  Partial<Pick<ElementInternals, 'states'>>;

/**
 * Creates internals that know no form and report every value as valid. They are used on a server, in browsers that are too old, and in
 * the DOMs that apps are tested with in Node: jsdom 26 has internals without form, validity and states, and happy-dom 21 has none.
 * `FieldValidity` finds a problem by itself, so the element still shows its message there. `auth-widget/testing/dom` adds working
 * internals to these DOMs.
 */
const inertInternals = (): Internals => ({
  form: null,
  labels: [] as Iterable<Node> as NodeList,
  validity: { valid: true } as ValidityState,
  validationMessage: '',
  willValidate: true,
  checkValidity: () => true,
  reportValidity: () => true,
  setFormValue() {},
  setValidity() {},
});

let isReported = false;

function internalsOf(element: Partial<HTMLElement>): Internals {
  // Browsers without form internals that run this script have no `adoptedStyleSheets` either. Of the DOMs for tests in Node, each has at
  // least one of the two.
  if (!isOnServer && !isReported && !element.attachInternals && !('adoptedStyleSheets' in document)) {
    isReported = true;
    reportMisuse('this browser is too old. See docs/browsers.md.');
  }
  const internals = isOnServer ? undefined : (element.attachInternals?.() as Partial<ElementInternals> | undefined);
  return internals?.setFormValue && internals.setValidity ? (internals as ElementInternals) : inertInternals();
}

/**
 * The value and the validity of a form-associated element, and whether its error message is shown. See
 * docs/behaviour/inputs.md#error-messages.
 */
export class FieldValidity {
  readonly internals: Internals;
  /** The error message that the page has set with `setCustomValidity()`. Call `update()` after a change. */
  customMessage = '';
  readonly #element: ValidatedElement;
  #value = '';
  #content = '';
  #hasRefusedEdit = false;
  #problem: ContentProblem = 'tooShort';
  #flag: Flag | undefined;
  #isShown = false;
  /** The content at the last commit, until the error message for it is shown. */
  #committedContent: string | undefined;

  constructor(element: ValidatedElement) {
    this.#element = element;
    this.internals = internalsOf(element);
  }

  /** Whether the field has no content. The value of a field with incomplete content is `''` as well. */
  get isEmpty(): boolean {
    return !this.#content;
  }

  /**
   * Whether an edit was refused because of too many digits, and the content has neither changed nor been set since. The view then shows
   * `tooLong`. The content may be valid.
   */
  get hasRefusedEdit(): boolean {
    return this.#hasRefusedEdit;
  }

  set hasRefusedEdit(hasRefusedEdit: boolean) {
    if (hasRefusedEdit !== this.#hasRefusedEdit) this.#element.requestUpdate();
    this.#hasRefusedEdit = hasRefusedEdit;
  }

  /** Whether the error message is shown. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Whether the field doesn't take the content: no further typing can complete it. */
  get isNotTaken(): boolean {
    return this.#flag === 'badInput' || this.#flag === 'tooLong';
  }

  /** The error message for the value, whether it's shown or not; `''` if the value is valid. */
  get message(): string {
    const flag = this.#flag;
    return flag && flag !== 'customError' ? (this.#element.fieldTexts[flag] ?? '') : this.customMessage;
  }

  /**
   * Sets the value that the form sends, and reports the validity if it changes.
   * @param value the form value
   * @param content the content of the field, which isn't empty while the value is incomplete
   * @param restorable the state from which the browser may restore the field, or null
   * @param problem the flag to report if there is content but no value
   */
  setValue(value: string, content: string, restorable: string | null, problem: ContentProblem = 'tooShort'): void {
    this.#value = value;
    // A number that isn't taken shows its message while the person types, an incomplete one only once they leave the field.
    if (this.isNotTaken && problem === 'tooShort') this.show(false);
    this.#problem = problem;
    if (content !== this.#content) this.hasRefusedEdit = false;
    this.#content = content;
    this.internals.setFormValue(value, restorable);
    if (this.#currentFlag !== this.#flag) this.update();
  }

  /**
   * Adds or removes a custom state. Firefox before version 126 and Safari before version 17.4 have none, and Chromium before version 125
   * throws for a name that doesn't begin with `--`.
   */
  setState(name: string, isOn: boolean): void {
    try {
      this.internals.states?.[isOn ? 'add' : 'delete'](name);
    } catch {
      // The page can't style the state in this browser.
    }
  }

  /** Reports the validity to the form, with the current texts of the element. Hides the error message if the value is valid or isn't validated. */
  update(): void {
    const flag = (this.#flag = this.#currentFlag);
    // `setValidity` throws for a flag without a text.
    const message = flag && (this.message || ' ');
    this.internals.setValidity(flag ? { [flag]: true } : {}, message, this.#element.input);
    if (!flag || !this.internals.willValidate) this.show(false);
  }

  /** Shows the error message if `isWanted`, unless the value is valid or the field isn't validated. Hides it otherwise. */
  show(isWanted: boolean): void {
    const isShown = isWanted && this.internals.willValidate && !!this.#flag;
    if (!isShown && !this.#isShown) return;
    this.#isShown = isShown;
    this.setState('user-invalid', isShown);
    // The element renders even if an error was already shown, because the message may have changed.
    this.#element.requestUpdate();
  }

  /** Remembers the content, for `showCommitted`. */
  commit(): void {
    this.#committedContent = this.#content;
  }

  /** Shows the error message for a commit, if any. The click that made the person leave the field may have changed or reset the content. */
  showCommitted(): void {
    if (this.#committedContent === this.#content) this.show(true);
    this.#committedContent = undefined;
  }

  /** Hides all error messages of the control, before the content is reset. */
  reset(): void {
    this.#committedContent = undefined;
    this.hasRefusedEdit = false;
    this.show(false);
  }

  get #currentFlag(): Flag | undefined {
    if (this.customMessage) return 'customError';
    if (this.#content) return this.#value ? undefined : this.#problem;
    return this.#element.required ? 'valueMissing' : undefined;
  }
}
