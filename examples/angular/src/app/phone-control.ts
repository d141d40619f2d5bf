import { Directive, ElementRef, inject } from '@angular/core';
import { NG_VALIDATORS, NG_VALUE_ACCESSOR, type ControlValueAccessor, type Validator } from '@angular/forms';
import type { PhoneInput } from 'auth-widget';
import 'auth-widget/define/phone-input.js';

/** Makes `<phone-input>` a control of Angular's forms: its value, what it finds wrong with it, and whether it is disabled. */
@Directive({
  selector: 'phone-input[formControlName], phone-input[formControl], phone-input[ngModel]',
  host: { '(input)': 'report(element.value)', '(focusout)': 'touch()' },
  providers: [
    { provide: NG_VALUE_ACCESSOR, useExisting: PhoneControl, multi: true },
    { provide: NG_VALIDATORS, useExisting: PhoneControl, multi: true },
  ],
})
export class PhoneControl implements ControlValueAccessor, Validator {
  protected readonly element = inject<ElementRef<PhoneInput>>(ElementRef).nativeElement;
  protected report: (value: string) => void = () => {};
  protected touch: () => void = () => {};

  writeValue(value: string | null): void {
    this.element.value = value ?? '';
  }
  registerOnChange(report: (value: string) => void): void {
    this.report = report;
  }
  registerOnTouched(touch: () => void): void {
    this.touch = touch;
  }
  setDisabledState(isDisabled: boolean): void {
    this.element.disabled = isDisabled;
  }
  /** An incomplete number has the value `''`, so only the element knows of it. */
  validate(): { phone: string } | null {
    const { validity, validationMessage } = this.element;
    return validity.valid ? null : { phone: validationMessage };
  }
}
