import { LitElement, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { EditResult } from '../../core/editing/text-format.js';
import type { Texts } from '../../locales/texts.js';
import { createRenderRoot, readoptStyles } from '../adopted-styles.js';
import { booleanAttribute, submitImplicitly } from '../dom.js';
import type { FieldEditor, FieldOwner } from './field-editor.js';
import { FieldValidity, type FieldTexts } from './field-validity.js';
import { renderField, type FieldElement, type FieldParts } from './field.view.js';

/** A property as text. Apps without types also set a number, null or undefined. */
const asString = (value: string | number | null | undefined): string => String(value ?? '');

/**
 * A form-associated element with one native input in its shadow root: its properties, its life in the page and its form
 * API. `FieldEditor` has what is typed, `FieldValidity` what the form gets. A subclass says how its text is formatted, what
 * its texts are and what it renders. See docs/behaviour/inputs.md#form-association.
 */
export abstract class TextControl extends LitElement implements FieldOwner, FieldElement {
  static readonly formAssociated = true;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  static override properties: PropertyDeclarations = {
    name: { noAccessor: true },
    required: { type: Boolean, reflect: true },
    disabled: { type: Boolean, noAccessor: true },
    readonly: { type: Boolean, reflect: true }, // `willValidate` reads the attribute
    // `LanguageController` reports changes too, but one microtask later, after `updateComplete` has resolved.
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

  /** @internal The `aria-label` attribute. */
  declare ownName: string | null;

  /** @internal What is typed, and how it is formatted. */
  protected abstract readonly editor: FieldEditor;
  /** @internal In the language of the element. */
  abstract get fieldTexts(): FieldTexts;

  /** @internal */
  onEdited(_edit: EditResult): void {}

  /** @internal */
  onContentOrCaret(): void {
    const { content, format } = this.editor;
    // The placeholder is removed with the first character: the browser would lay it out again for every further one.
    if (this.placeholder && this.#validity.isEmpty === !!content) this.requestUpdate();
    this.#validity.setValue(format.toValue(content), content, format.isRestorable ? content : null);
  }

  /** @internal */
  onKey(_event: KeyboardEvent, key: string): void {
    if (key === 'Enter') submitImplicitly(this.form);
  }

  /** @internal Shows what is wrong, and fires `change`. */
  onCommit(): void {
    const show = () => this.#validity.show(true);
    if (!this.#isPointerDown) show();
    // The message moves what is below it. Before `pointerup` it would move the pressed button away: no click would follow.
    else this.ownerDocument.addEventListener('pointerup', () => setTimeout(show), { once: true });
    // The `change` of the native input doesn't leave the shadow root.
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }

  protected override createRenderRoot(): ShadowRoot {
    // In an input that a server has rendered, a person may have typed before this script ran.
    const { activeElement } = this.shadowRoot ?? {};
    const typed = this.shadowRoot?.querySelector('input')?.value;
    if (typed) this.value = typed;
    if (activeElement) void this.updateComplete.then(() => this.focus());
    return createRenderRoot(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.disconnection = new AbortController();
    const { signal } = this.disconnection;
    // Moving an element in the document ends a composition without `compositionend`.
    this.editor.endComposition();
    // Captured: before the form validates (after a click), and before its listeners read its data.
    for (const type of ['click', 'submit']) {
      this.getRootNode().addEventListener(type, () => this.editor.read(), { capture: true, signal });
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
      this.ownerDocument.addEventListener(type, this.#handlePointer, { capture: true, signal });
    }
    this.addEventListener('invalid', () => this.#validity.show(true), { signal });
    // Language and labels can be different at the new place in the document.
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
    this.#validity.show(false);
    this.editor.reset(this.#defaultValue);
  }

  formStateRestoreCallback(restored: string, mode?: 'restore' | 'autocomplete'): void {
    // Firefox can restore to the wrong control: a code field, which gives the browser nothing to keep, was given the
    // number of the phone field next to it.
    if (mode === 'autocomplete' || this.editor.format.isRestorable) this.value = restored;
  }

  protected override firstUpdated(): void {
    this.editor.attach(this.renderRoot.querySelector('input')!);
  }

  protected override updated(_changed: PropertyValues): void {
    this.#validity.internals.states[this.isLoading ? 'add' : 'delete']('busy');
    this.#validity.update();
  }

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

  /**
   * The value, `''` where an incomplete content has none. A value that is set is read like a pasted text. While the
   * field has the focus, setting the value that it has already changes nothing: an app may write back what `input` has
   * told it.
   */
  get value(): string {
    return this.editor.value;
  }

  set value(value: string | null | undefined) {
    this.editor.setText(asString(value));
  }

  /** The value after a reset: the attribute `value`. */
  get defaultValue(): string {
    return this.#defaultValue;
  }

  set defaultValue(value: string | null | undefined) {
    this.#defaultValue = asString(value);
    if (!this.editor.isDirty) this.formResetCallback();
  }

  /** @internal What is in the field, complete or not. */
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

  /** The labels of the page that belong to the control. */
  get labels(): NodeList {
    return this.#validity.internals.labels;
  }

  /** What is wrong with the value, as for a native input. */
  get validity(): ValidityState {
    return this.#currentInternals.validity;
  }

  /** What is wrong with the value, in the language of the element. */
  get validationMessage(): string {
    return this.#currentInternals.validationMessage;
  }

  /** Whether the form validates the control: it is neither disabled nor readonly. */
  get willValidate(): boolean {
    return this.#validity.internals.willValidate;
  }

  /** Whether the value is valid. Fires `invalid` if not. */
  checkValidity(): boolean {
    return this.#currentInternals.checkValidity();
  }

  /** Like `checkValidity()`, and shows the message. */
  reportValidity(): boolean {
    return this.#currentInternals.reportValidity();
  }

  /** Makes the control invalid with this message, until it is called with an empty one. */
  setCustomValidity(message: string): void {
    this.#validity.customMessage = message;
    this.#validity.update();
  }

  /** Focuses the field. The caret stays where it was: the browser's own delegation of focus selects the whole text. */
  override focus(options?: FocusOptions): void {
    this.input?.focus(options);
  }

  /** The internals, after what is in the field was read. */
  get #currentInternals(): FieldValidity['internals'] {
    this.editor.read();
    this.#validity.update();
    return this.#validity.internals;
  }

  /** @internal Parses the value again, by a format that has changed. */
  protected reparse(): void {
    if (this.editor.isDirty) this.value = this.editor.content;
    else this.defaultValue = this.#defaultValue;
  }

  /** @internal */
  protected renderField(parts: FieldParts): TemplateResult {
    return renderField(this, this.#validity, parts);
  }
}
