import type { TemplateResult } from 'lit';
import { isDigit, toAsciiDigits } from '../core/digits.js';
import { cleanPhone, formatNational, readNational, settleTyped } from '../core/phone.js';
import { phoneTexts } from '../locales/inputs.js';
import type { Edit, Moment } from './editing.js';
import type { ControlTexts, ValidityFlag } from './form-control.js';
import { langOf } from './locale.js';
import { phoneInputStyles } from './phone-input.styles.js';
import { TextControl } from './text-control.js';
import { themeStyles } from './theme.styles.js';

/**
 * A field for a Russian phone number, shown as `+7 (XXX) XXX-XX-XX` while it is typed, pasted or filled in. Its value is
 * the wire form, 11 digits, the first a 7; `''` until the number is whole. Its messages are English or Russian, by the
 * nearest `lang`; its colours are light or dark by the `color-scheme` that it inherits.
 *
 * @summary A form control for a Russian phone number.
 * @tag phone-input
 *
 * @fires {InputEvent} input - The person changed the text.
 * @fires {Event} change - The person left the field, or pressed Enter, with another value than before.
 *
 * @csspart label - The label.
 * @csspart description - The text that explains the field.
 * @csspart field - The box around the input.
 * @csspart input - The native input.
 * @csspart error - The message of what is wrong.
 *
 * @cssproperty [--auth-color-text=light-dark(#14171f, #f2f4f8)] - Text.
 * @cssproperty [--auth-color-muted=light-dark(#5a6172, #a3abbd)] - Placeholder.
 * @cssproperty [--auth-color-accent=light-dark(#2457e6, #8cabff)] - Border of the field that has the focus.
 * @cssproperty [--auth-color-surface=light-dark(#fff, #171a22)] - The field while it has the focus.
 * @cssproperty [--auth-color-field=light-dark(#f5f6f9, #20242f)] - The field.
 * @cssproperty [--auth-color-border=light-dark(#858c9c, #737b8d)] - Its border.
 * @cssproperty [--auth-color-error=light-dark(#c4213a, #ff8d97)] - The message of an error, and the border with it.
 * @cssproperty [--auth-radius=12px] - Corners.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--auth-focus-ring=0 0 0 3px, of the accent] - Shadow of the field that has the focus.
 *
 * @cssstate user-invalid - What is wrong is shown: the form was sent, or the field left, with it.
 * @cssstate busy - `isLoading`.
 */
export class PhoneInput extends TextControl {
  static override styles = [themeStyles, phoneInputStyles];

  constructor() {
    super();
    this.placeholder = '+7 (___) ___-__-__';
  }

  protected override willUpdate(): void {
    this.autocomplete ||= 'tel';
  }

  protected override get texts(): ControlTexts {
    return phoneTexts[langOf(this)];
  }

  protected override get problem(): ValidityFlag | undefined {
    const { length } = this.state;
    if (length % 10) return 'tooShort';
    return this.required && !length ? 'valueMissing' : undefined;
  }

  protected override parse(text: string): string | null {
    return readNational(text);
  }

  protected override format(state: string): string {
    return formatNational(state);
  }

  protected override toValue(state: string): string {
    return state.length === 10 ? '7' + state : '';
  }

  protected override toRestore(state: string): string {
    return state;
  }

  protected override countBefore(text: string, offset: number): number {
    let count = 0;
    for (let i = 4; i < offset; i++) if (isDigit(text[i]!)) count++;
    return count;
  }

  protected override offset(state: string, caret: number): number {
    // Behind the digits before it; where there are none, behind the country digit.
    return formatNational(state.slice(0, caret)).length || 4;
  }

  protected override edit(state: string, { start, end, inserted, type, isAtCaret }: Edit): Moment | null {
    let digits: string | null = inserted;
    if (!isDigit(inserted)) digits = inserted[1] ? readNational(inserted) : cleanPhone(toAsciiDigits(inserted));
    if (!inserted && start === end && isAtCaret) {
      // Nothing but separators went away: the digit beyond them was meant.
      if (type.endsWith('Forward')) end++;
      else if (start) start--;
    } else if (inserted && !digits) {
      return null;
    }
    // A whole number takes the place of what was there.
    if (digits === null || digits.length === 10) return digits === null ? null : [digits, 10];
    const typed = state.slice(0, start) + digits + state.slice(end);
    const settled = digits ? settleTyped(typed, start) : typed;
    return settled === null ? null : [settled, Math.max(0, start + digits.length - typed.length + settled.length)];
  }

  override render(): TemplateResult {
    return this.renderField('tel', 'tel', this.description);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'phone-input': PhoneInput;
  }
}
