import { html, nothing, type TemplateResult } from 'lit';
import { foreignLang } from '../text.js';
import type { FieldValidity, ValidatedElement } from './field-validity.js';

/** The parts of a field that differ between kinds of fields. */
export interface FieldParts {
  readonly type: string;
  readonly inputmode: string;
  /** What is read as the description. Without it, `aside` is hidden, too. */
  readonly description: unknown;
  /** Content in the same paragraph that isn't part of the accessible description. */
  readonly aside?: unknown;
  /** The cells behind the input, which the caller hides from screen readers. */
  readonly cells?: unknown;
}

/**
 * The element that a field is rendered for. Its properties are documented in `TextControl`. On a server, src/html/first-screen.ts passes an
 * object that lacks most of them. They are read as undefined.
 */
export interface FieldElement extends ValidatedElement {
  readonly autocomplete: string;
  readonly error: string | null;
  readonly hint: string;
  readonly isDisabled: boolean;
  readonly isLoading: boolean;
  readonly label: string;
  /** The `aria-label` attribute. */
  readonly ownName: string | null;
  readonly placeholder: string;
  readonly readonly: boolean;
}

/**
 * Renders the label, the description, the input, the hint and the error message, in this order. Screen readers read the
 * error message first, because `aria-describedby` names it first.
 */
export function renderField(element: FieldElement, validity: FieldValidity, parts: FieldParts): TemplateResult {
  // The page's labels and the host's aria-label don't name an input inside a shadow root.
  const labels = [...validity.internals.labels].map(label => label.textContent).join(' ');
  const pageName = element.ownName || labels.trim();
  const texts = element.fieldTexts;
  const isBuiltInName = !pageName && !element.label;
  const isBuiltInMessage = !element.error && (validity.hasRefusedEdit || !validity.customMessage);
  const validityMessage = validity.hasRefusedEdit ? texts.tooLong : validity.isShown && validity.message;
  const message = element.error || validityMessage || '';
  // `aria-required` is used instead of `required`, because Firefox tells screen readers that an empty input with
  // `required` is invalid, whatever `aria-invalid` says. Label, hint and error message are set as textContent, because page
  // translators replace the text nodes that Lit would write to.
  return html`
    <label part="label" for="input" ?hidden=${!element.label} .textContent=${element.label}></label>
    <p part="description" ?hidden=${!parts.description}><data id="about">${parts.description}</data>${parts.aside}</p>
    <div part="field">
      <input
        id="input"
        part="input"
        dir="ltr"
        spellcheck="false"
        autocorrect="off"
        translate="no"
        type=${parts.type}
        inputmode=${parts.inputmode}
        autocomplete=${element.autocomplete}
        placeholder=${(validity.isEmpty && element.placeholder) || nothing}
        lang=${isBuiltInName ? foreignLang(texts) : nothing}
        aria-label=${pageName || (isBuiltInName ? texts.label : nothing)}
        aria-describedby="error about hint"
        aria-invalid=${!!element.error || validity.isShown}
        aria-busy=${element.isLoading ? 'true' : 'false'}
        aria-required=${element.required ? 'true' : nothing}
        ?disabled=${element.isDisabled}
        ?readonly=${element.readonly || element.isLoading}
      />
      ${parts.cells}
    </div>
    <p part="hint" id="hint" .textContent=${message ? '' : element.hint}></p>
    <p
      part="error"
      id="error"
      aria-live="polite"
      lang=${isBuiltInMessage ? foreignLang(texts) : nothing}
      dir=${(isBuiltInMessage && texts.dir) || nothing}
      .textContent=${message}
    ></p>
  `;
}
