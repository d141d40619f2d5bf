import { html, type TemplateResult } from 'lit';
import { defaultCountry } from '../../core/default-country.js';
import type { FieldParts } from '../control/field.view.js';
import { textInputStyles } from '../control/field.styles.js';
import { text } from '../text.js';
import { themeStyles } from '../theme.styles.js';

/** The styles of the shadow root, of the element and of the HTML for servers. */
export const phoneInputStyles = [themeStyles, textInputStyles];

/** The placeholder of a field without countries. */
export const PHONE_PLACEHOLDER = defaultCountry.pattern.replaceAll('#', '0');

/**
 * Renders the phone field, in `<phone-input>` and as HTML for servers (src/html/first-screen.ts).
 * @param description the text that explains the field, shown above the input
 * @param renderField renders a field with these parts: `renderField` of ../control/field.view.ts, with its element bound
 */
export const renderPhoneInput = (
  description: string | undefined,
  renderField: (parts: FieldParts) => TemplateResult,
): TemplateResult =>
  html`<div>${renderField({ type: 'tel', inputmode: 'tel', description: description && text(description) })}</div>`;
