// The page types and clicks in the widget as a person would, so that one click shows a state of it.
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import { plainUser } from '../../src/testing/dom.js';
import type { LastingFault, NextFault } from './faults.js';

/** The test numbers of both servers, with their codes: docs/protocol.md#test-numbers. */
export const TEST_NUMBERS = { '79990000001': '111111', '79990000002': '222222' } as const;
export type TestNumber = keyof typeof TEST_NUMBERS;

const [FIRST_NUMBER] = Object.keys(TEST_NUMBERS) as [TestNumber];

/** The digits of a test number that is not in a field. */
function otherNumber(text = ''): string {
  const digits = text.replace(/\D/g, '');
  return (Object.keys(TEST_NUMBERS).find(phone => phone !== digits) ?? FIRST_NUMBER).slice(1);
}

const fieldOf = (widget: AuthWidget, name: string): HTMLInputElement | undefined => {
  const field = widget.shadowRoot?.querySelector<HTMLInputElement>(`form [name="${name}"]`);
  return field?.shadowRoot?.querySelector('input') ?? field ?? undefined;
};

/** Replaces the text of a field of the screen. Does nothing if the screen has no such field. */
async function fill(widget: AuthWidget, name: string, text: string): Promise<void> {
  const input = fieldOf(widget, name);
  if (!input) return;
  input.focus();
  input.select();
  // A text control takes the selected text away as one edit, as a browser does for a key press over a selection.
  input.dispatchEvent(
    new InputEvent('beforeinput', {
      inputType: 'deleteContentBackward',
      bubbles: true,
      cancelable: true,
      composed: true,
    }),
  );
  input.value = '';
  input.dispatchEvent(new InputEvent('input', { inputType: 'deleteContentBackward', bubbles: true, composed: true }));
  await plainUser.type(input, text);
}

function submit(widget: AuthWidget): void {
  widget.shadowRoot?.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click();
}

/** Resolves when the state of the widget changes to one that is wanted. */
function whenState(widget: AuthWidget, isWanted: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      if (!isWanted()) return;
      widget.removeEventListener('auth-change', look);
      void widget.updateComplete.then(() => resolve());
    };
    widget.addEventListener('auth-change', look);
    look();
  });
}

/** Shows the form for a number. */
async function showPhoneForm(widget: AuthWidget): Promise<void> {
  if (widget.client.flow.screen === 'code') widget.client.back();
  const { mode } = widget.client.flow;
  if (mode === 'login') widget.client.setMode('phone-login');
  if (mode === 'register') widget.client.setMode('phone-register');
  await whenState(widget, () => !widget.state.isLoading);
  await widget.updateComplete;
}

/** Fills in a test number or, where its code is awaited, the code. */
export async function enterTestNumber(widget: AuthWidget, phone: TestNumber): Promise<void> {
  const { screen } = widget.client.flow;
  if (screen === 'signed-in') return;
  if (screen === 'code' && widget.state.phoneForVerification === phone) {
    await fill(widget, 'code', TEST_NUMBERS[phone]);
    return;
  }
  await showPhoneForm(widget);
  await fill(widget, 'phone', phone.slice(1));
}

/** Enters a code that is wrong. Where no code is awaited, requests one for a test number first. */
export async function enterWrongCode(widget: AuthWidget): Promise<void> {
  if (widget.client.flow.screen === 'signed-in') return;
  if (widget.client.flow.screen !== 'code') {
    await enterTestNumber(widget, FIRST_NUMBER);
    submit(widget);
    await whenState(widget, () => widget.state.verificationStep === 'sms-sent' || widget.state.error !== null);
  }
  // A code that was wrong is not sent again, so each one is another.
  const code = `${crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000}`.padStart(6, '3');
  await fill(widget, 'code', code);
}

/**
 * Makes the call of the screen, with fields that are filled in if they were empty. Shows the form for a number first if the
 * screen's call can't have the fault.
 */
export async function makeCall(widget: AuthWidget, fault: NextFault | LastingFault): Promise<void> {
  if (widget.state.isLoading) return;
  const { screen: shown, mode } = widget.client.flow;
  const isPasswordForm = shown === 'credentials' && (mode === 'login' || mode === 'register');
  if ((fault === 'blocked' && isPasswordForm) || (fault === 'challenge' && shown === 'code'))
    await showPhoneForm(widget);
  const { screen } = widget.client.flow;
  if (screen === 'signed-in') return;
  const fillEmpty = async (name: string, text: string): Promise<void> => {
    if (fieldOf(widget, name)?.value === '') await fill(widget, name, text);
  };
  if (screen === 'code') {
    const phone = widget.state.phoneForVerification ?? '';
    await fillEmpty('code', Object.hasOwn(TEST_NUMBERS, phone) ? TEST_NUMBERS[phone as TestNumber] : '');
    return;
  }
  await fillEmpty('phone', FIRST_NUMBER.slice(1));
  // A number that is blocked makes no calls, over a reload too.
  if (widget.client.flow.blocked) await fill(widget, 'phone', otherNumber(fieldOf(widget, 'phone')?.value));
  await fillEmpty('login', 'playground');
  for (const name of ['password', 'repeat']) await fillEmpty(name, 'correct horse battery');
  await fillEmpty('displayName', 'Anna');
  submit(widget);
}
