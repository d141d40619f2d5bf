// Fixtures of the tests of phone-input.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/phone-input.js';
import type { PhoneInput } from '../../src/elements/phone-input/phone-input.js';
import { copy, inner, press } from './browser.js';

export const DISPLAY = '+7 (916) 123-45-67';
export const WIRE = '79161234567';

/** Returns a field that has the focus. */
export async function phoneInput(value = ''): Promise<PhoneInput> {
  const element = await fixture<PhoneInput>(html`<phone-input label="Phone" value=${value}></phone-input>`);
  element.focus();
  return element;
}

/** The text, with `|` at both ends of the selection or at the caret. */
export function textWithCaret(element: PhoneInput): string {
  const { value, selectionStart, selectionEnd } = inner(element);
  const [start, end] = [selectionStart!, selectionEnd!];
  const selected = start === end ? '' : `${value.slice(start, end)}|`;
  return `${value.slice(0, start)}|${selected}${value.slice(end)}`;
}

/** Puts the caret at the `|` in the text. */
export function placeCaret(element: PhoneInput, text: string): void {
  const [start, end = start] = [...text.matchAll(/\|/g)].map((match, index) => match.index - index);
  expect(inner(element).value).to.equal(text.replaceAll('|', ''));
  inner(element).setSelectionRange(start!, end!);
}

export async function paste(text: string): Promise<void> {
  const focused = (document.activeElement as PhoneInput | null)!;
  const { selectionStart, selectionEnd } = inner(focused);
  await copy(text);
  focused.focus();
  inner(focused).setSelectionRange(selectionStart, selectionEnd);
  await press('Control+v');
}
