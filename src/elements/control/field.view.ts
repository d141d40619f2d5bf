import { html, nothing, type TemplateResult } from 'lit';
import { isOnServer } from '../dom.js';
import { foreignLang } from '../text.js';
import type { FieldValidity, ValidatedElement } from './field-validity.js';

/** What a kind of field brings to its rendering. */
export interface FieldParts {
  /** Attributes of the native input. */
  readonly type: string;
  readonly inputmode: string;
  /** Content of the description. */
  readonly description: unknown;
  /** Rendered beside the input, hidden from screen readers. */
  readonly overlay?: unknown;
}

/** What the field shows of its element: see the properties of `TextControl`. */
export interface FieldElement extends ValidatedElement {
  readonly autocomplete: string;
  readonly disabled: boolean;
  readonly error: string | null;
  readonly hint: string;
  readonly isLoading: boolean;
  readonly label: string;
  /** The `aria-label` attribute. */
  readonly ownName: string | null;
  readonly placeholder: string;
  readonly readonly: boolean;
}

/** Renders label, description, input, hint and message, in this order. */
export function renderField(element: FieldElement, validity: FieldValidity, parts: FieldParts): TemplateResult {
  // Neither a label of the page nor the host's aria-label names an input inside a shadow root.
  const labels = [...validity.internals.labels].map(label => label.textContent).join(' ');
  const pageName = element.ownName || labels.trim();
  const texts = element.fieldTexts;
  const isOwnName = !pageName && !element.label;
  const isOwnMessage = !element.error && !validity.customMessage;
  const message = element.error || (validity.isShown ? validity.message : '');
  // `aria-required`: Firefox tells screen readers that an empty input with `required` is invalid, whatever `aria-invalid` says.
  // Label and message are set as textContent: page translators replace text nodes, which Lit would go on writing to.
  return html`
    <label part="label" for="input" ?hidden=${!element.label} .textContent=${element.label}></label>
    <p part="description" id="about">${parts.description}</p>
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
        lang=${isOwnName ? foreignLang(texts) : nothing}
        aria-label=${pageName || (isOwnName ? texts.label : nothing)}
        aria-describedby="about hint error"
        aria-invalid=${!!element.error || validity.isShown}
        aria-busy=${element.isLoading ? 'true' : 'false'}
        aria-required=${element.required ? 'true' : nothing}
        ?disabled=${element.disabled || (!isOnServer && element.matches(':disabled'))}
        ?readonly=${element.readonly || element.isLoading}
      />
      ${parts.overlay}
    </div>
    <p part="hint" id="hint" .textContent=${message ? '' : element.hint}></p>
    <p
      part="error"
      id="error"
      aria-live="polite"
      lang=${isOwnMessage ? foreignLang(texts) : nothing}
      dir=${(isOwnMessage && texts.dir) || nothing}
      .textContent=${message}
    ></p>
  `;
}
