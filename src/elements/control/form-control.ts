import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Texts } from '../../locales/texts.js';
import { createRenderRoot, readoptStyles } from '../adopted-styles.js';
import { booleanAttribute, isOnServer } from '../dom.js';
import { createInternals, type Internals } from './internals.js';
import type { ElementLanguage } from '../language-controller.js';
import { foreignLang } from '../text.js';

/** Words of a control: its accessible name where the page gives none, and its messages. */
export interface ControlWords extends Pick<ElementLanguage<object>, 'lang' | 'dir'> {
  readonly label: string;
  readonly valueMissing: string;
  readonly tooShort?: string;
}
type ValidityFlag = 'valueMissing' | 'tooShort';

/**
 * A form-associated custom element with one native input in its shadow root: name, validity, label and messages, whatever
 * is typed in it. See docs/behaviour/inputs.md#form-association.
 */
export abstract class FormControl extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  static override properties: PropertyDeclarations = {
    name: { noAccessor: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, noAccessor: true },
    readonly: { type: Boolean, reflect: true }, // `willValidate` reads the attribute
    // `LanguageController` tells of changes as well, but one microtask later, when `updateComplete` has resolved already.
    ownLang: { attribute: 'lang' },
    ownName: { attribute: 'aria-label' },
    isLoading: { attribute: 'is-loading', converter: booleanAttribute },
    autocomplete: {},
    label: {},
    placeholder: {},
    description: {},
    hint: {},
    error: {},
    texts: { attribute: false },
  };

  /** Whether the form needs a value. */
  declare required: boolean;
  /** The value can be read and copied, not changed. */
  declare readonly: boolean;
  /** The value is being checked: it is shown and can't be changed. */
  declare isLoading: boolean;
  /** Autofill token. Where it is empty, the one for this kind of field. */
  declare autocomplete: string;
  /** A label drawn above the field. `<label for>` and `aria-label` on the element work as well. */
  declare label: string;
  /** What an empty field shows. */
  declare placeholder: string;
  /** A text that explains the field. */
  declare description: string;
  /** A text below the field. A message takes its place. */
  declare hint: string;
  /** A message of the page or the server, shown in place of the control's own. */
  declare error: string | null;
  /** Words of the page in place of the control's own: any of them. To change them, set another object. */
  declare texts: Texts | undefined;

  // Lit's stand-in for HTMLElement on a server has no internals. Nothing uses them there.
  #internals = isOnServer ? (undefined as never) : createInternals(this);
  #disconnection: AbortController | undefined;
  #value = '';
  #isEmpty = true;
  #customMessage = '';
  #validityFlag: ValidityFlag | 'customError' | undefined;
  #isValidityShown = false;
  #isPointerDown = false;

  /** @internal The native input, once it is rendered. */
  declare protected input: HTMLInputElement | undefined;
  /** @internal The `aria-label` attribute. */
  declare private ownName: string | null;

  /** @internal In the language of the element. */
  protected abstract get words(): ControlWords;
  /** @internal Reads the native input again: some password managers write to it without any event. */
  protected abstract readInput(): void;
  /** @internal The element was connected. The signal aborts when it is disconnected. */
  protected onConnected(_signal: AbortSignal): void {}
  /** @internal The form is being submitted. */
  protected onFormSubmit(): void {}

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#disconnection = new AbortController());
    this.onConnected(signal);
    // Captured: before the form validates (after a click), and before its listeners read its data.
    for (const type of ['click', 'submit']) {
      this.getRootNode().addEventListener(type, this.#handleClickOrSubmit, { capture: true, signal });
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
      this.ownerDocument.addEventListener(type, this.#handlePointer, { capture: true, signal });
    }
    this.addEventListener('invalid', () => this.#updateShownValidity(true), { signal });
    // Language and labels can be different at the new place in the document.
    this.requestUpdate();
    if (this.autofocus) void this.updateComplete.then(() => this.focus());
  }

  protected override createRenderRoot(): ShadowRoot {
    return createRenderRoot(this);
  }

  adoptedCallback(): void {
    readoptStyles(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#disconnection?.abort();
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.#updateShownValidity(false);
  }

  protected override firstUpdated(): void {
    this.input = this.renderRoot.querySelector('input')!;
  }

  protected override updated(_changed: PropertyValues): void {
    this.#internals.states[this.isLoading ? 'add' : 'delete']('busy');
    this.#syncValidity(true);
  }

  #handleClickOrSubmit = ({ type, target }: Event): void => {
    this.readInput();
    if (type === 'submit' && target === this.form) this.onFormSubmit();
  };

  #handlePointer = ({ type }: Event): void => {
    this.#isPointerDown = type === 'pointerdown';
  };

  /** Name of the value in the data of the form. */
  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  set name(name: string | null | undefined) {
    this.setAttribute('name', name ?? '');
  }

  /** Not part of the form, and out of reach. A disabled `fieldset` has the same effect. */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(isDisabled: boolean | null | undefined) {
    // The attribute at once, not with the next rendering: `:disabled` and `willValidate` follow it synchronously.
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

  /** What is wrong with the value, as for a native input. */
  get validity(): ValidityState {
    return this.#validatedInternals.validity;
  }

  /** What is wrong with the value, in the language of the element. */
  get validationMessage(): string {
    return this.#validatedInternals.validationMessage;
  }

  /** Whether the form validates the control: it is neither disabled nor readonly. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** Focuses the field. The caret stays where it was: the browser's own delegation of focus selects the whole text. */
  override focus(options?: FocusOptions): void {
    this.input?.focus(options);
  }

  /** Whether the value is valid. Fires `invalid` if not. */
  checkValidity(): boolean {
    return this.#validatedInternals.checkValidity();
  }

  /** Like `checkValidity()`, and shows the message. */
  reportValidity(): boolean {
    return this.#validatedInternals.reportValidity();
  }

  /** Makes the control invalid with this message, until it is called with an empty one. */
  setCustomValidity(message: string): void {
    this.#customMessage = message;
    this.#syncValidity(true);
  }

  /**
   * @internal `value` goes into the form. `''` beside a `content` means `tooShort`: only a phone number has that, a code
   * is its own content. The browser may restore the page with `restorable`.
   */
  protected syncFormValue(value: string, content: string, restorable: string | null): void {
    this.#value = value;
    // The placeholder is removed with the first character: the browser would lay it out again for every further one.
    if (this.placeholder && this.#isEmpty !== !content) this.requestUpdate();
    this.#isEmpty = !content;
    if (isOnServer) return;
    this.#internals.setFormValue(value, restorable);
    this.#syncValidity();
  }

  get #validatedInternals(): Internals {
    this.readInput();
    this.#syncValidity(true);
    return this.#internals;
  }

  get #problem(): ValidityFlag | undefined {
    if (!this.#isEmpty) return this.#value ? undefined : 'tooShort';
    return this.required ? 'valueMissing' : undefined;
  }

  get #message(): string {
    const flag = this.#validityFlag;
    return flag && flag !== 'customError' ? (this.words[flag] ?? '') : this.#customMessage;
  }

  /** @param isForced the message can have changed, though the flag is the same */
  #syncValidity(isForced = false): void {
    const flag = this.#customMessage ? 'customError' : this.#problem;
    if (flag === this.#validityFlag && !isForced) return;
    this.#validityFlag = flag;
    this.#internals.setValidity(flag ? { [flag]: true } : {}, this.#message, this.input);
    if (!flag) this.#updateShownValidity(false);
  }

  /** Shows what is wrong, when `:user-invalid` would match a native input; or hides it. */
  #updateShownValidity(isWanted: boolean): void {
    const isShown = isWanted && this.willValidate && !!this.#validityFlag;
    if (!isShown && !this.#isValidityShown) return;
    this.#isValidityShown = isShown;
    this.#internals.states[isShown ? 'add' : 'delete']('user-invalid');
    // Also where it was shown before: the message can be a different one now.
    this.requestUpdate();
  }

  /** @internal The person has left the field, or pressed Enter, with a new value: shows what is wrong, fires `change`. */
  protected commit(): void {
    const show = () => this.#updateShownValidity(true);
    if (!this.#isPointerDown) show();
    // The message moves what is below it. Before `pointerup` it would move the pressed button away: no click would follow.
    else this.ownerDocument.addEventListener('pointerup', () => setTimeout(show), { once: true });
    // The `change` of the native input does not leave the shadow root.
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }

  /**
   * @internal Label, description, input, hint and message, in this order.
   * @param description content of the description
   * @param overlay drawn with the input, hidden from screen readers
   */
  protected renderField(type: string, inputmode: string, description: unknown, overlay?: unknown): TemplateResult {
    // Neither a label of the page nor the host's aria-label names an input inside a shadow root.
    const labels = isOnServer ? '' : [...this.#internals.labels].map(label => label.textContent).join(' ');
    const pageName = this.ownName || labels.trim();
    const { words } = this;
    const isOwnName = !pageName && !this.label;
    const isOwnMessage = !this.error && this.#validityFlag !== 'customError';
    const message = this.error || (this.#isValidityShown ? this.#message : '');
    // `aria-required`: with `required` Firefox gives an empty input to screen readers as invalid, whatever `aria-invalid` says.
    // Label and message are set as textContent: page translators replace text nodes, which Lit would go on writing to.
    return html`
      <label part="label" for="input" ?hidden=${!this.label} .textContent=${this.label}></label>
      <p part="description" id="about">${description}</p>
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
          placeholder=${(this.#isEmpty && this.placeholder) || nothing}
          lang=${isOwnName ? foreignLang(words) : nothing}
          aria-label=${pageName || (isOwnName ? words.label : nothing)}
          aria-describedby="about hint error"
          aria-invalid=${!!this.error || this.#isValidityShown}
          aria-busy=${this.isLoading ? 'true' : 'false'}
          aria-required=${this.required ? 'true' : nothing}
          ?disabled=${this.disabled || (!isOnServer && this.matches(':disabled'))}
          ?readonly=${this.readonly || this.isLoading}
        />
        ${overlay}
      </div>
      <p part="hint" id="hint" .textContent=${message ? '' : this.hint}></p>
      <p
        part="error"
        id="error"
        aria-live="polite"
        lang=${isOwnMessage ? foreignLang(words) : nothing}
        dir=${(isOwnMessage && words.dir) || nothing}
        .textContent=${message}
      ></p>
    `;
  }
}
