// Fixtures of the tests of code-input.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/code-input.js';
import type { CodeInput } from '../../src/elements/code-input/code-input.js';
import { CodeCompleteEvent } from '../../src/elements/code-input/code-input.events.js';
import { copy, inner, press } from './browser.js';

/** Returns a field that has the focus. */
export async function codeInput(
  attributes: { value?: string; length?: number; alphabet?: string } = {},
): Promise<CodeInput> {
  const { value = '', length = 6, alphabet = 'digits' } = attributes;
  const element = await fixture<CodeInput>(
    html`<code-input length=${length} alphabet=${alphabet} value=${value}></code-input>`,
  );
  element.focus();
  return element;
}

export const cells = (element: CodeInput): HTMLElement[] => [
  ...element.shadowRoot!.querySelectorAll<HTMLElement>('[part~=cell]'),
];

/** The cells after the next frame, with the active ones in brackets: `1[2]3___`. */
export async function cellsText(element: CodeInput): Promise<string> {
  await new Promise(requestAnimationFrame);
  return cells(element)
    .map(cell => {
      const text = cell.textContent || '_';
      expect(cell.hasAttribute('data-filled')).to.equal(text !== '_');
      return cell.hasAttribute('data-active') ? `[${text}]` : text;
    })
    .join('')
    .replaceAll('][', '');
}

/** Collects the codes that the field reports, by event and by callback. */
export function reports(element: CodeInput): string[] {
  const codes: string[] = [];
  let last = '';
  element.addEventListener('code-complete', event => {
    expect(event).to.be.instanceOf(CodeCompleteEvent);
    expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
    last = event.code;
  });
  element.onComplete = code => {
    expect(code).to.equal(last);
    codes.push(code);
  };
  return codes;
}

export async function paste(element: CodeInput, text: string): Promise<void> {
  const { selectionStart, selectionEnd } = inner(element);
  await copy(text);
  element.focus();
  inner(element).setSelectionRange(selectionStart, selectionEnd);
  await press('Control+v');
}
