// What the buttons for test numbers and faults do in the playground: they fill in the forms of the widget, and submit them, as a person would.
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import { plainUser } from '../../src/testing/dom.js';
import type { LastingFault, NextFault } from './faults.js';

/** The test numbers of the reference server and of the one in memory, in wire form, with their codes: docs/protocol.md#test-numbers. */
export const TEST_NUMBERS = { '79990000001': '111111', '79990000002': '222222' } as const;
export type TestNumber = keyof typeof TEST_NUMBERS;

const [FIRST_NUMBER] = Object.keys(TEST_NUMBERS) as [TestNumber];

/** Returns the national digits of a test number other than the one in the text of a field. */
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
  // At `beforeinput`, a text control notes the selection, so that it reads the empty text below as one edit that deletes what was selected.
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

/** Resolves once the state of the widget is one that is wanted, and rendered. That may be so already, or never. */
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

/** Shows the form for a number in place of a form with a password or of the code screen, and waits until no operation runs. */
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
  // The widget doesn't send a wrong code twice, so each click enters another one.
  const code = `${crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000}`.padStart(6, '3');
  await fill(widget, 'code', code);
}

/**
 * Makes the call of the screen, after filling in the empty fields. Of the codes, it knows only those of the test numbers. Shows the form
 * for a number first if the fault is `blocked` and a form with a password is shown, or if it is `challenge` and a code is awaited.
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
  // While its number is blocked, the form makes no calls, not even after a reload.
  if (widget.client.flow.blocked) await fill(widget, 'phone', otherNumber(fieldOf(widget, 'phone')?.value));
  await fillEmpty('login', 'playground');
  for (const name of ['password', 'repeat']) await fillEmpty(name, 'correct horse battery');
  await fillEmpty('displayName', 'Anna');
  submit(widget);
}
