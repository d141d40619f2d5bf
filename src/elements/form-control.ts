import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { inputEn, type InputTexts } from '../locales/input-en.js';
import { inputRu } from '../locales/input-ru.js';
import { langOf } from './locale.js';

/** What is wrong with a value: the flag of `ValidityState` and the message for the person. */
export type Problem = readonly [flag: 'valueMissing' | 'tooShort', message: string];

/** Attributes of the inner input that differ between the controls. */
export interface InputAttributes {
  readonly type: string;
  readonly inputmode: string;
  readonly autocomplete: string;
  readonly placeholder: string;
  /** Accessible name where the page gives none. */
  readonly name: string;
  readonly describedBy: string;
  readonly readonly: boolean;
}

/**
 * What every control of a form has, whatever is in it: name, validity, label, message, and one inner input that is
 * reached through the host. It knows no value.
 */
export abstract class FormControl extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  static override properties: PropertyDeclarations = {
    name: { reflect: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
    readonly: { type: Boolean, reflect: true },
    autofocus: { type: Boolean, reflect: true },
    lang: { reflect: true },
    ariaLabel: { attribute: 'aria-label' },
    label: {},
    placeholder: {},
    error: {},
  };

  /** Name of the value in the form's data. */
  declare name: string;
  /** Whether the form needs a value. */
  declare required: boolean;
  /** Takes the control out of the form and out of reach; a disabled `fieldset` does it too. */
  declare disabled: boolean;
  /** The value can be read and copied, not changed. */
  declare readonly: boolean;
  /** A label drawn above the field. `<label for>` and `aria-label` on the element work as well. */
  declare label: string | undefined;
  /** What an empty field shows. */
  declare placeholder: string | undefined;
  /** A message of the page's or the server's, shown under the field instead of the control's own. */
  declare error: string | null;

  #internals: ElementInternals;
  #isDisabled = false;
  #custom = '';
  #flag = '';
  #isRevealed = false;
  #formListeners: AbortController | undefined;

  constructor() {
    super();
    // Some stand-ins for the DOM on a server have no internals; nothing that runs there uses them.
    this.#internals = this.attachInternals?.();
    this.name = '';
    this.required = this.disabled = this.readonly = this.autofocus = false;
    this.error = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // A click is the last that is seen of a form before it validates: see sync().
    document.addEventListener('click', this.#handleAnyClick, true);
    this.addEventListener('invalid', this.#handleInvalid);
    if (this.autofocus) void this.updateComplete.then(() => this.focus());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('click', this.#handleAnyClick, true);
  }

  protected override updated(_changed: PropertyValues): void {
    this.validate(true);
  }

  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#formListeners?.abort();
    if (!form) return;
    const { signal } = (this.#formListeners = new AbortController());
    form.addEventListener('submit', () => this.submitted(), { signal });
    form.addEventListener(
      'formdata',
      ({ formData }) => {
        if (this.sync() && this.name) formData.set(this.name, this.formValue);
      },
      { signal },
    );
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#isDisabled = isDisabled;
    this.requestUpdate();
  }

  #handleAnyClick = (): void => {
    this.sync();
  };

  #handleInvalid = (): void => {
    this.reveal();
  };

  /** The form that the control belongs to. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get labels(): NodeList {
    return this.#internals.labels;
  }

  get validity(): ValidityState {
    this.sync();
    this.validate();
    return this.#internals.validity;
  }

  get validationMessage(): string {
    this.validate(true);
    return this.#internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  checkValidity(): boolean {
    return this.validity && this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.validity && this.#internals.reportValidity();
  }

  /** Makes the control invalid with this message, until it is called with an empty one. */
  setCustomValidity(message: string): void {
    this.#custom = message;
    this.validate(true);
  }

  /** @internal The value as the form gets it. */
  protected abstract get formValue(): string;

  /** @internal What is wrong with the value. */
  protected abstract problem(): Problem | undefined;

  /** @internal Reads the inner input again: some password managers write there and say nothing. True if they did. */
  protected abstract sync(): boolean;

  /** @internal Before and after the browser edits the text, and around a composition. */
  protected abstract handleEdit(event: InputEvent): void;

  /** @internal A key went down in the inner input. */
  protected abstract handleKey(event: KeyboardEvent): void;

  /** @internal The inner input lost the focus, or said that its value is final. */
  protected abstract handleLeave(): void;

  /** @internal The form was submitted. */
  protected submitted(): void {}

  /** @internal The inner input; there is none before the first rendering. */
  protected get input(): HTMLInputElement | undefined {
    return this.renderRoot?.querySelector('input') ?? undefined;
  }

  /** @internal */
  protected get texts(): InputTexts {
    return langOf(this) === 'ru' ? inputRu : inputEn;
  }

  /** @internal */
  protected setFormValue(value: string, state: string | null): void {
    this.#internals?.setFormValue(value, state);
  }

  /** @internal */
  protected toggleState(name: string, isOn: boolean): void {
    try {
      this.#internals.states[isOn ? 'add' : 'delete'](name);
    } catch {
      // Chromium before 125 takes only names with two dashes in front.
    }
  }

  /** @internal @param isForced the message may be another one, though the problem is the same */
  protected validate(isForced = false): void {
    const [flag, message] = this.#problem;
    if (flag === this.#flag && !isForced) return;
    this.#flag = flag;
    this.#internals?.setValidity(flag ? { [flag]: true } : {}, message, this.input);
    if (this.#isRevealed) this.reveal(!!flag);
  }

  /** @internal Shows what is wrong, as `:user-invalid` would; or nothing of it any more. */
  protected reveal(isWanted = true): void {
    const { willValidate, validity } = this.#internals;
    const isRevealed = isWanted && willValidate && !validity.valid;
    if (isRevealed === this.#isRevealed) return;
    this.toggleState('user-invalid', (this.#isRevealed = isRevealed));
    this.requestUpdate();
  }

  get #problem(): readonly [flag: string, message: string] {
    return this.#custom ? ['customError', this.#custom] : (this.problem() ?? ['', '']);
  }

  /** @internal What Enter does in a form: its first submit button, or the form itself where it has none. */
  protected submit(): void {
    const button = [...(this.form?.elements ?? [])].find(
      (element): element is HTMLButtonElement => (element as HTMLButtonElement).type === 'submit',
    );
    if (!button?.disabled) this.form?.requestSubmit(button);
  }

  /** @internal Label, field and message, in this order. */
  protected frame(field: TemplateResult): TemplateResult {
    const message = this.error || (this.#isRevealed && this.#problem[1]) || nothing;
    return html`
      <label part="label" for="input" ?hidden=${!this.label}>${this.label}</label>
      <div part="field">${field}</div>
      <p part="error" id="error" aria-live="polite">${message}</p>
    `;
  }

  /** @internal The inner input. */
  protected renderInput(attributes: InputAttributes): TemplateResult {
    // An input in a shadow root is not named by a label outside of it, nor by the host's aria-label.
    const outer = [...(this.#internals?.labels ?? [])].map(label => label.textContent?.trim()).join(' ');
    return html`
      <input
        id="input"
        part="input"
        dir="ltr"
        spellcheck="false"
        autocorrect="off"
        translate="no"
        type=${attributes.type}
        inputmode=${attributes.inputmode}
        autocomplete=${attributes.autocomplete}
        placeholder=${attributes.placeholder}
        aria-label=${this.ariaLabel || outer || (this.label ? nothing : attributes.name)}
        aria-describedby=${attributes.describedBy}
        aria-invalid=${!!this.error || this.#isRevealed}
        ?required=${this.required}
        ?disabled=${this.#isDisabled || this.disabled}
        ?readonly=${attributes.readonly}
        @beforeinput=${this.handleEdit}
        @compositionstart=${this.handleEdit}
        @compositionend=${this.handleEdit}
        @input=${this.handleEdit}
        @keydown=${this.handleKey}
        @change=${this.handleLeave}
        @blur=${this.handleLeave}
      />
    `;
  }
}
