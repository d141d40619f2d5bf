import { ChangeDetectionStrategy, Component, CUSTOM_ELEMENTS_SCHEMA, output } from '@angular/core';
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from '@angular/forms';
import { PhoneControl } from './phone-control';

@Component({
  selector: 'app-order-form',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [ReactiveFormsModule, PhoneControl],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <form [formGroup]="order" (ngSubmit)="submit()">
      <label>Name <input formControlName="name" /></label>
      <phone-input label="Phone number" required formControlName="phone" />
      <button [disabled]="order.invalid">Order</button>
    </form>
  `,
})
export class OrderForm {
  readonly ordered = output<{ name: string; phone: string }>();
  protected readonly order = new FormGroup({
    name: new FormControl('', { nonNullable: true, validators: Validators.required }),
    phone: new FormControl('', { nonNullable: true }),
  });

  protected submit(): void {
    if (this.order.valid) this.ordered.emit(this.order.getRawValue());
  }
}
