import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { booleanAttribute } from './boolean-attribute.js';
import { watchLang } from './locale.js';
import { readoptStyles, createRootInOtherDocument } from './adopted-styles.js';

/** What can be wrong with a value: a flag of `ValidityState`. */
export type ValidityFlag = 'valueMissing' | 'tooShort';

/** In the language of the element: its name where the page gives none, and what it says of each problem. */
export type ControlTexts = readonly [name: string, valueMissing: string, tooShort: string, ...others: string[]];

/**
 * What every control of a form has, whatever is typed in it: name, validity, label, message, and one inner input that
 * is reached through the host.
 */
export abstract class FormControl extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  static override properties: PropertyDeclarations = {
    name: { noAccessor: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, noAccessor: true },
    readonly: { type: Boolean, reflect: true },
    ownLang: { attribute: 'lang' },
    ownName: { attribute: 'aria-label' },
    isLoading: { attribute: 'is-loading', converter: booleanAttribute },
    autocomplete: {},
    label: {},
    placeholder: {},
    description: {},
    error: {},
  };

  /** Whether the form needs a value. */
  declare required: boolean;
  /** The value can be read and copied, not changed. */
  declare readonly: boolean;
  /** The value is being checked: it is shown and can't be changed. */
  declare isLoading: boolean;
  /** Token for autofill. The one that the field is for where it is empty. */
  declare autocomplete: string;
  /** A label drawn above the field. `<label for>` and `aria-label` on the element work as well. */
  declare label: string;
  /** What an empty field shows. */
  declare placeholder: string;
  /** A text that explains the field. */
  declare description: string;
  /** A message of the page's or the server's, shown in place of the control's own. */
  declare error: string | null;

  #internals: ElementInternals = this.attachInternals?.();
  #connection: AbortController | undefined;
  #customMessage = '';
  #flag: ValidityFlag | 'customError' | undefined;
  #isRevealed = false;
  #isPressed = false;

  /** @internal The inner input, once it is rendered. */
  declare protected input: HTMLInputElement | undefined;

  /** @internal What the browser keeps in `lang` and `aria-label`, for their changes to be seen. */
  declare protected ownLang: string | null;
  /** @internal */
  declare protected ownName: string | null;
  /** @internal */
  protected abstract get texts(): ControlTexts;
  /** @internal What the text stands for, complete or not. */
  protected abstract get state(): string;
  /** @internal What is wrong with the value. */
  protected abstract get problem(): ValidityFlag | undefined;
  /** @internal Reads the inner input again: some password managers write there and say nothing. */
  protected abstract sync(): void;
  /** @internal Connected, until the signal says the opposite. */
  protected listen(_signal: AbortSignal): void {}
  /** @internal The form was submitted. */
  protected submitted(): void {}

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#connection = new AbortController());
    this.listen(signal);
    // The last that is seen of a form before it validates, and before its data are read.
    for (const type of ['click', 'submit']) {
      this.getRootNode().addEventListener(type, this.#handleSend, { capture: true, signal });
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
      this.ownerDocument.addEventListener(type, this.#handlePointer, { capture: true, signal });
    }
    this.addEventListener('invalid', () => this.reveal(), { signal });
    signal.addEventListener(
      'abort',
      watchLang(this, () => this.requestUpdate()),
    );
    // Language and label may be others where it is now.
    this.requestUpdate();
    if (this.autofocus) void this.updateComplete.then(() => this.focus());
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return createRootInOtherDocument(this) ?? super.createRenderRoot();
  }

  adoptedCallback(): void {
    readoptStyles(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  protected override firstUpdated(): void {
    this.input = this.renderRoot.querySelector('input')!;
  }

  protected override updated(_changed: PropertyValues): void {
    this.#internals.states[this.isLoading ? 'add' : 'delete']('busy');
    this.validate(true);
  }

  #handleSend = ({ type, target }: Event): void => {
    this.sync();
    if (type === 'submit' && target === this.form) this.submitted();
  };

  #handlePointer = ({ type }: Event): void => {
    this.#isPressed = type === 'pointerdown';
  };

  /** Name of the value in the data of the form. */
  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  set name(name: string | null | undefined) {
    this.setAttribute('name', name ?? '');
  }

  /** Out of the form and out of reach. A disabled `fieldset` does that too. */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(isDisabled: boolean | null | undefined) {
    // At once, and not at the next rendering: the browser answers with what the fieldsets say.
    this.toggleAttribute('disabled', !!isDisabled);
  }

  /** The form that the control belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** The labels of the page that belong to the control. */
  get labels(): NodeList {
    return this.#internals.labels;
  }

  /** What is wrong with the value, as a native input has it. */
  get validity(): ValidityState {
    this.sync();
    this.validate(true);
    return this.#internals.validity;
  }

  /** What is wrong with the value, in the language of the element. */
  get validationMessage(): string {
    return this.validity && this.#internals.validationMessage;
  }

  /** Whether the form asks the control: it is neither disabled nor readonly. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** Focuses the field. Its caret stays where it was: the focus that a host delegates selects everything. */
  override focus(options?: FocusOptions): void {
    this.input?.focus(options);
  }

  /** Whether the value is valid; the event `invalid` if not. */
  checkValidity(): boolean {
    return this.validity && this.#internals.checkValidity();
  }

  /** The same, and says what is wrong. */
  reportValidity(): boolean {
    return this.validity && this.#internals.reportValidity();
  }

  /** Makes the control invalid with this message, until it is called with an empty one. */
  setCustomValidity(message: string): void {
    this.#customMessage = message;
    this.validate(true);
  }

  /** @internal @param state what the browser may give back when it restores the page */
  protected announce(value: string, state: string | null): void {
    this.#internals?.setFormValue(value, state);
    this.validate();
  }

  get #message(): string {
    return this.#customMessage || (this.#flag ? this.texts[this.#flag === 'valueMissing' ? 1 : 2] : '');
  }

  /** @internal @param isForced the message may be another one, though the problem is the same */
  protected validate(isForced = false): void {
    const flag = this.#customMessage ? 'customError' : this.problem;
    if (flag === this.#flag && !isForced) return;
    this.#flag = flag;
    this.#internals?.setValidity(flag ? { [flag]: true } : {}, this.#message, this.input);
    if (!flag) this.reveal(false);
  }

  /** @internal Shows what is wrong, as `:user-invalid` would; or nothing of it any more. */
  protected reveal(isWanted = true): void {
    const isRevealed = isWanted && this.willValidate && !!this.#flag;
    // Once more, too: what is wrong may be something else by now.
    if (!isRevealed && !this.#isRevealed) return;
    this.#isRevealed = isRevealed;
    this.#internals.states[isRevealed ? 'add' : 'delete']('user-invalid');
    this.requestUpdate();
  }

  /** @internal The person is done with the field. */
  protected left(): void {
    if (!this.#isPressed) this.reveal();
    // Before the release, the message would move what is being pressed from under the pointer: no click comes of it.
    else this.ownerDocument.addEventListener('pointerup', () => setTimeout(() => this.reveal()), { once: true });
  }

  /** @internal What Enter does in a form: its first submit button, or the form itself where it has none. */
  protected submit(): void {
    const { form } = this;
    const button = [...(form ?? [])].find(element => (element as HTMLButtonElement).type === 'submit');
    // As in a native input: a button that is an element of the page's own is no submitter that a form would take.
    if (button) (button as HTMLElement).click();
    else form?.requestSubmit();
  }

  /**
   * @internal Label, description, input and message, in this order.
   * @param drawn stands over the input, and is not there for a screen reader
   */
  protected renderField(type: string, inputmode: string, about: unknown, drawn?: unknown): TemplateResult {
    // An input in a shadow root is not named by a label outside of it, nor by the host's aria-label.
    const labels = [...(this.#internals?.labels ?? [])].map(label => label.textContent).join(' ');
    return html`
      <label part="label" for="input" ?hidden=${!this.label}>${this.label}</label>
      <p part="description" id="about">${about}</p>
      <div part="field">
        <input
          id="input"
          part="input"
          dir="ltr"
          spellcheck="false"
          autocorrect="off"
          translate="no"
          type=${type}
          inputmode=${inputmode}
          autocomplete=${this.autocomplete}
          placeholder=${(!this.state && this.placeholder) || nothing}
          aria-label=${this.ownName || labels.trim() || (this.label ? nothing : this.texts[0])}
          aria-describedby="about error"
          aria-invalid=${!!this.error || this.#isRevealed}
          aria-busy=${this.isLoading}
          ?required=${this.required}
          ?disabled=${this.matches?.(':disabled') ?? this.disabled}
          ?readonly=${this.readonly || this.isLoading}
        />
        ${drawn}
      </div>
      <p
        part="error"
        id="error"
        aria-live="polite"
        .textContent=${this.error || (this.#isRevealed ? this.#message : '')}
      ></p>
    `;
  }
}
