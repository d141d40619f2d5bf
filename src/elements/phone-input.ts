import type { TemplateResult } from 'lit';
import { formatNational, readNational, settleTyped } from '../core/phone.js';
import { toAsciiDigits } from '../core/digits.js';
import type { Moment, StateEdit } from './editing.js';
import type { Problem } from './form-control.js';
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
  static override properties = { autocomplete: {} };

  /** Token for autofill: `tel`, or `tel-national` and the like. */
  declare autocomplete: string;

  constructor() {
    super();
    this.autocomplete = 'tel';
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
    return text.slice(4, offset).replace(/\D/g, '').length;
  }

  protected override selection(state: string, caret: number): readonly [number, number] {
    // As far as the text of the digits before it; where there are none, behind the country digit.
    const offset = caret ? formatNational(state.slice(0, caret)).length : state && 4;
    return [+offset, +offset];
  }

  protected override edit(state: string, { start, end, inserted, type, isAtCaret }: StateEdit): Moment | null {
    if (!inserted) {
      // Nothing but separators went away: the digit beyond them was meant.
      if (start === end && isAtCaret) {
        if (type.endsWith('Forward')) end++;
        else if (start) start--;
      }
      return { state: state.slice(0, start) + state.slice(end), caret: start };
    }
    let digits = toAsciiDigits(inserted).replace(/\D/g, '');
    if (!digits) return null;
    if (digits.length > 1) {
      const pasted = readNational(inserted);
      if (!pasted || pasted.length === 10) return pasted ? { state: pasted, caret: 10 } : null;
      digits = pasted;
    }
    const typed = state.slice(0, start) + digits + state.slice(end);
    const settled = settleTyped(typed, start);
    return settled === null
      ? null
      : { state: settled, caret: Math.max(0, start + digits.length - typed.length + settled.length) };
  }

  protected override problem(): Problem | undefined {
    const { state, texts } = this;
    if (state.length === 10) return undefined;
    if (state) return ['tooShort', texts.phoneShort];
    return this.required ? ['valueMissing', texts.phoneMissing] : undefined;
  }

  override render(): TemplateResult {
    return this.frame(
      this.renderInput({
        type: 'tel',
        inputmode: 'tel',
        autocomplete: this.autocomplete,
        placeholder: this.placeholder ?? '+7 (___) ___-__-__',
        name: this.texts.phone,
        describedBy: 'error',
        readonly: this.readonly,
      }),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'phone-input': PhoneInput;
  }
}
