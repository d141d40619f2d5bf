import type { TemplateResult } from 'lit';
import { toAsciiDigits } from '../core/digits.js';
import { cleanPhone, formatNational, readNational, settleTyped } from '../core/phone.js';
import { phoneTexts } from '../locales/inputs.js';
import type { Edit, EditContext, Moment } from './editing.js';
import type { ControlTexts, Problem } from './form-control.js';
import { langOf } from './locale.js';
import { phoneInputStyles } from './phone-input.styles.js';
import { TextControl } from './text-control.js';
import { themeStyles } from './theme.styles.js';

/**
 * A field for a Russian phone number, shown as `+7 (XXX) XXX-XX-XX`; its value is 11 digits, the first a 7.
 *
 * @summary A form control for a Russian phone number.
 * @tag phone-input
 */
export class PhoneInput extends TextControl {
  static override styles = [themeStyles, phoneInputStyles];

  constructor() {
    super();
    this.autocomplete = 'tel';
    this.placeholder = '+7 (___) ___-__-__';
  }

  protected override get texts(): ControlTexts {
    return phoneTexts[langOf(this)];
  }

  protected override get problem(): Problem | undefined {
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
    return cleanPhone(text.slice(4, offset)).length;
  }

  protected override selection(state: string, caret: number): readonly [number, number] {
    // Behind the digits before it; where there are none, behind the country digit.
    const offset = formatNational(state.slice(0, caret)).length || 4;
    return [offset, offset];
  }

  protected override edit(state: string, [start, end, inserted]: Edit, context: EditContext): Moment | null {
    const digits = inserted.length > 1 ? readNational(inserted) : cleanPhone(toAsciiDigits(inserted));
    if (!inserted && start === end && context.isAtCaret) {
      // Nothing but separators went away: the digit beyond them was meant.
      if (context.type.endsWith('Forward')) end++;
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
