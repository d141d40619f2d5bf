import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { EditResult } from '../../core/editing/text-format.js';
import type { Texts } from '../../locales/text-keys.js';
import { createRenderRoot, readoptStyles } from '../adopted-styles.js';
import { booleanAttribute, isOnServer, submitImplicitly } from '../dom.js';
import type { FieldEditor } from './field-editor.js';
import { FieldValidity, type FieldTexts } from './field-validity.js';
import { renderField, type FieldParts } from './field.view.js';

/** Returns a property value as a string. Apps without type checks also set numbers, null or undefined. */
export const asString = (value: string | number | null | undefined): string => String(value ?? '');

/**
 * A form-associated element with one native input in its shadow root. This class implements the properties, the
 * lifecycle and the form API. `FieldEditor` holds the content, and `FieldValidity` reports it to the form. A subclass
 * adds the format, the texts and the rendering. See docs/behaviour/inputs.md#form-association.
 *
 * It doesn't declare `implements FieldOwner, FieldElement`: their members are internal, so the published types lack them.
 */
export abstract class TextControl extends LitElement {
  static readonly formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  static override properties: PropertyDeclarations = {
    name: { noAccessor: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, noAccessor: true },
    readonly: { type: Boolean, reflect: true }, // `willValidate` reads the attribute
    // A new `lang` requests an update at once. `LanguageController` notices it one microtask later, after `updateComplete` has resolved.
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
    value: { noAccessor: true, attribute: false },
    defaultValue: { noAccessor: true, attribute: 'value' },
  };

  #validity = new FieldValidity(this);
  #defaultValue = '';
  #isPointerDown = false;

  /** @internal Aborts when the element is disconnected. */
  protected disconnection = new AbortController();

  /** Whether the form needs a value. */
  declare required: boolean;
  /** Whether the value can't be changed, only read and copied. */
  declare readonly: boolean;
  /** Whether the value is being checked: it is shown and can't be changed. */
  declare isLoading: boolean;
  /** The autofill token. If it is empty, the default token for this kind of field is used. */
  declare autocomplete: string;
  /** A label shown above the field. `<label for>` and `aria-label` on the element work as well. */
  declare label: string;
  /** A text shown in the field while it is empty. */
  declare placeholder: string;
  /** A text that explains the field. */
  declare description: string;
  /** A text below the field, replaced by an error message if there is one. */
  declare hint: string;
  /** An error message from the page or the server, shown instead of the control's own. */
  declare error: string | null;
  /** Your texts in place of any of the control's own. Set a new object to change them. */
  declare texts: Texts | undefined;

  /** @internal The `aria-label` attribute. */
  declare ownName: string | null;

  /** @internal The native input and its content. */
  protected abstract readonly editor: FieldEditor;
  /** @internal The texts of the field, in the language of the element. */
  abstract get fieldTexts(): FieldTexts;

  /** @internal Shows the error at once if no further typing can complete the content. See `FieldOwner`. */
  onEdited(_edit: EditResult): void {
    if (this.#validity.isNotTaken) this.#validity.show(true);
  }

  /** @internal See `FieldOwner`. */
  onContentOrCaret(): void {
    const { content, format } = this.editor;
    // The placeholder is removed at the first character, because the browser would lay it out again for each further one.
    if (this.placeholder && this.#validity.isEmpty === !!content) this.requestUpdate();
    const restorable = format.isRestorable ? content : null;
    this.#validity.setValue(format.toValue(content), content, restorable, format.toProblem?.(content));
  }

  /** @internal See `FieldOwner`. */
  onKey({ key }: KeyboardEvent): void {
    if (key === 'Enter') submitImplicitly(this.form);
  }

  /** @internal Shows the error message, if any, and fires `change`. */
  onCommit(): void {
    this.#validity.commit();
    if (!this.#isPointerDown) this.#validity.showCommitted();
    // The `change` event of the native input doesn't leave the shadow root.
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }

  protected override createRenderRoot(): ShadowRoot {
    // Before this script ran, a person may have typed into an input that a server had rendered.
    const { activeElement } = this.shadowRoot ?? {};
    const typed = this.shadowRoot?.querySelector('input')?.value;
    if (typed) this.value = typed;
    if (activeElement) void this.updateComplete.then(() => this.focus());
    return createRenderRoot(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.disconnection = new AbortController();
    // While the element was out of the document, it didn't hear that the pointer was released.
    this.#isPointerDown = false;
    const { signal } = this.disconnection;
    // Moving an element in the document ends a composition without `compositionend`.
    this.editor.endComposition();
    // Capturing listeners run before the form validates (after a click) and before its listeners read its data.
    for (const type of ['click', 'submit']) {
      this.getRootNode().addEventListener(type, () => this.editor.readAtEvent(), { capture: true, signal });
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
      this.ownerDocument.addEventListener(type, this.#handlePointer, { capture: true, signal });
    }
    this.addEventListener('invalid', () => this.#validity.show(true), { signal });
    // At its new place in the document, the element may have another language and other labels.
    this.requestUpdate();
    if (this.autofocus) void this.updateComplete.then(() => this.focus());
  }

  adoptedCallback(): void {
    readoptStyles(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.disconnection.abort();
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  formResetCallback(): void {
    this.#validity.reset();
    this.editor.reset(this.#defaultValue);
  }

  formStateRestoreCallback(restored: string, mode?: 'restore' | 'autocomplete'): void {
    // Firefox may restore the state of another control. A code field, which gives the browser nothing to keep, received
    // the number of the phone field next to it.
    if (mode === 'autocomplete' || this.editor.format.isRestorable) this.value = restored;
  }

  protected override firstUpdated(): void {
    this.editor.attach(this.renderRoot.querySelector('input')!);
  }

  protected override updated(_changed: PropertyValues): void {
    this.#validity.setState('busy', this.isLoading);
    this.#validity.update();
  }

  #handlePointer = ({ type }: Event): void => {
    this.#isPointerDown = type === 'pointerdown';
    // The message moves everything below it. If it appeared before `pointerup`, a pressed button would move away and no click would follow.
    if (!this.#isPointerDown) setTimeout(() => this.#validity.showCommitted());
  };

  /** The name of the value in the form data. */
  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  set name(name: string | null | undefined) {
    // Removing the attribute sets null.
    if (name === null) this.removeAttribute('name');
    else this.setAttribute('name', name ?? '');
  }

  /** Whether the field can't be used and is left out of the form data. A disabled `fieldset` has the same effect. */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(isDisabled: boolean | null | undefined) {
    // The attribute is set at once and not at the next render, because `:disabled` and `willValidate` follow it synchronously.
    this.toggleAttribute('disabled', !!isDisabled);
  }

  /** @internal Whether the field can't be used, because of its own attribute or a `fieldset`. */
  get isDisabled(): boolean {
    return this.disabled || (!isOnServer && this.matches(':disabled'));
  }

  /**
   * The value; `''` while a number is incomplete. A new value is read like a pasted text. Setting the current value
   * changes nothing while the field has the focus, so an app may write back what it reads at `input`.
   */
  get value(): string {
    return this.editor.value;
  }

  set value(value: string | null | undefined) {
    this.editor.setText(asString(value));
    if (!this.editor.isFocused) this.#validity.hasRefusedEdit = false;
  }

  /** The value at first and after a reset, set by the attribute `value`. */
  get defaultValue(): string {
    return this.#defaultValue;
  }

  set defaultValue(value: string | null | undefined) {
    this.#defaultValue = asString(value);
    if (!this.editor.isDirty) this.formResetCallback();
  }

  /** @internal The text in the field, complete or not. */
  get text(): string {
    return this.editor.text;
  }

  /** @internal */
  get input(): HTMLInputElement | undefined {
    return this.editor.input;
  }

  /** The form that the control belongs to. */
  get form(): HTMLFormElement | null {
    return this.#validity.internals.form;
  }

  /** The page's `<label>` elements for the control. */
  get labels(): NodeList {
    return this.#validity.internals.labels;
  }

  /** The validity of the value, as for a native input. */
  get validity(): ValidityState {
    return this.currentValidity.internals.validity;
  }

  /** The error message for the value, in the language of the element; `''` if the value is valid. */
  get validationMessage(): string {
    return this.currentValidity.internals.validationMessage;
  }

  /** Whether the form validates the control: it is neither disabled nor readonly. */
  get willValidate(): boolean {
    return this.#validity.internals.willValidate;
  }

  /** Whether the value is valid. If not, fires `invalid` and shows the error message in the control. */
  checkValidity(): boolean {
    return this.currentValidity.internals.checkValidity();
  }

  /** Like `checkValidity()`. If the value isn't valid, the browser also focuses the field and shows its own bubble with the message. */
  reportValidity(): boolean {
    return this.currentValidity.internals.reportValidity();
  }

  /** Makes the control invalid with this error message. An empty message removes it. */
  setCustomValidity(message: string): void {
    this.#validity.customMessage = message;
    this.#validity.update();
  }

  /** Focuses the field without moving the caret. The browser's focus delegation would select the whole text. */
  override focus(options?: FocusOptions): void {
    this.input?.focus(options);
  }

  /** @internal Reads the input again, and returns the validity of its current value. */
  get currentValidity(): FieldValidity {
    this.editor.read();
    this.#validity.update();
    return this.#validity;
  }

  /** @internal Parses the content, or the default value of a field that nobody has changed, again after the format has changed. */
  protected reparse(): void {
    if (this.editor.isDirty) this.value = this.editor.content;
    else this.defaultValue = this.#defaultValue;
  }

  /** @internal */
  protected renderField(parts: FieldParts): TemplateResult {
    return renderField(this, this.#validity, parts);
  }
}
