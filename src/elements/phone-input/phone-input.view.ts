import { html, type TemplateResult } from 'lit';
import { defaultCountry } from '../../core/default-country.js';
import type { FieldParts } from '../control/field.view.js';
import { textInputStyles } from '../control/field.styles.js';
import { text } from '../text.js';
import { themeStyles } from '../theme.styles.js';

export const phoneInputStyles = [themeStyles, textInputStyles];

/** The placeholder of a field without countries. */
export const PHONE_PLACEHOLDER = defaultCountry.pattern.replaceAll('#', '0');

/** @param renderField renders these parts for the element */
export const renderPhoneInput = (
  description: string | undefined,
  renderField: (parts: FieldParts) => TemplateResult,
): TemplateResult =>
  html`<div>${renderField({ type: 'tel', inputmode: 'tel', description: description && text(description) })}</div>`;
