// Fixtures of the tests that phone-input and code-input share.
import { fixture, html } from '@open-wc/testing';
import { CodeInput } from '../../src/define/code-input.js';
import { PhoneInput } from '../../src/define/phone-input.js';

export type Control = PhoneInput | CodeInput;

/** Both elements, for the tests that they share: what is typed, the resulting value and text, and some texts. */
export const KINDS = [
  {
    tag: 'phone-input',
    Class: PhoneInput,
    typed: '9161234567',
    value: '79161234567',
    text: '+7 (916) 123-45-67',
    other: '79031112233',
    name: 'Phone number',
    missing: 'Enter your phone number.',
    nameRu: 'Номер телефона',
    missingRu: 'Введите номер телефона.',
  },
  {
    tag: 'code-input',
    Class: CodeInput,
    typed: '123456',
    value: '123456',
    text: '123456',
    other: '654321',
    name: 'Confirmation code',
    missing: 'Enter the code.',
    nameRu: 'Код подтверждения',
    missingRu: 'Введите код.',
  },
] as const;

/** Creates elements from HTML, like the parser, and returns the first one. */
export async function markup<E extends Element>(text: string): Promise<E> {
  const template = document.createElement('template');
  template.innerHTML = text;
  const box = await fixture<HTMLElement>(html`<div></div>`);
  box.append(template.content);
  for (const control of box.querySelectorAll<Control>('phone-input, code-input')) await control.updateComplete;
  return box.firstElementChild as E;
}

/** Sets properties without checking their types, as an app in JavaScript can. */
export async function setProperties(control: Control, properties: object): Promise<void> {
  Object.assign(control, properties);
  await control.updateComplete;
}

/** Waits two frames, so that everything scheduled for the next frame has been rendered. */
export async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** The error message under the field. */
export const errorOf = (control: Control): string => control.shadowRoot!.querySelector('#error')!.textContent.trim();
/** The data that a form would send. */
export const dataOf = (form: HTMLFormElement): [string, FormDataEntryValue][] => [...new FormData(form)];
