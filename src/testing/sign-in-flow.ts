import type { AuthState } from '../core/auth-state.js';

/** A sign-in by phone. */
export interface PhoneSignIn {
  /** The number as a person types it. */
  readonly phone: string;
  /** The code, or a function that reads it after it was sent: `() => backend.codeFor(phone)`. */
  readonly code: string | (() => string | Promise<string>);
  /** The name for an account that still needs one. */
  readonly displayName?: string | undefined;
}

/** A sign-in with a login, which may be new, and a password. */
export interface PasswordSignIn {
  readonly login: string;
  readonly password: string;
}

/** What a widget shows. */
export interface WidgetReading extends Pick<AuthState, 'isAuthenticated' | 'isLoading' | 'error'> {
  /** The names of its form fields (`phone`, `code`, `login`, `password`, `repeat`, `displayName`) and of a slot in the form (`challenge`). */
  readonly fields: readonly (string | null)[];
}

/** How the helpers of a test library access a widget. */
export interface WidgetDriver {
  /** Reads what the widget shows; undefined until there is a registered `<auth-widget>`. */
  read(): Promise<WidgetReading | undefined>;
  /** Replaces the text of a field, given its name. */
  fill(field: string, text: string): Promise<unknown>;
  /** Clicks a button, given a selector inside the shadow root. */
  click(selector: string): Promise<unknown>;
}

const SUBMIT = 'form button[type="submit"]';
const OTHER_METHOD = '[part="methods"] [aria-pressed="false"]';
const SIGN_OUT = 'slot[name="signed-in"] button:last-of-type';

const TIMEOUT_MS = 3_000;
const LOOK_INTERVAL_MS = 20;

// The timer and the clock at the time this module is imported, because test runners may later replace them with ones that don't run.
const { setTimeout: setRealTimeout } = globalThis;
const now = performance.now.bind(performance);

/**
 * Calls `look` until it finds something, and resolves with that. `look` returns undefined if it has found nothing. Rejects after the first
 * look that finds nothing and ends after three seconds.
 * @param describe returns the message of that error
 */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>, describe: () => string): Promise<T> {
  const end = now() + TIMEOUT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (now() >= end) throw new Error(describe());
    await new Promise<void>(resolve => {
      setRealTimeout(resolve, LOOK_INTERVAL_MS);
    });
  }
}

/**
 * Reads what a widget shows; undefined if the element isn't registered yet. Playwright runs the source of this function in
 * the page, so it uses nothing outside itself.
 */
export const readWidget = (widget: Element): WidgetReading | undefined => {
  const { state } = widget as { readonly state?: AuthState };
  return (
    state && {
      isAuthenticated: state.isAuthenticated,
      isLoading: state.isLoading,
      error: state.error,
      fields: [...(widget.shadowRoot?.querySelectorAll('form [name]') ?? [])].map(field => field.getAttribute('name')),
    }
  );
};

/**
 * Waits until the widget shows one of the wanted screens and isn't busy. If another screen shows an error, it rejects with
 * the text of that error.
 */
async function untilShown(
  driver: WidgetDriver,
  wanted: string,
  isWanted: (reading: WidgetReading) => boolean,
): Promise<WidgetReading> {
  let last: WidgetReading | undefined;
  return until(
    async () => {
      const reading = (last = await driver.read());
      if (!reading || reading.isLoading) return undefined;
      if (isWanted(reading)) return reading;
      if (reading.error !== null) throw new Error(`The widget shows an error: ${reading.error}`);
      return undefined;
    },
    () => {
      const shown = last ? JSON.stringify(last) : 'no registered <auth-widget>';
      return `The widget does not show ${wanted}. It shows: ${shown}`;
    },
  );
}

/** Waits for a form, and switches to the other method if the form lacks this field. Resolves with what the widget then shows. */
async function showForm(driver: WidgetDriver, field: string): Promise<WidgetReading> {
  const first = await untilShown(driver, 'a form', ({ fields }) => fields.length > 0);
  if (first.fields.includes(field)) return first;
  await driver.click(OTHER_METHOD);
  return untilShown(driver, `the field ${field}`, ({ fields }) => fields.includes(field));
}

/** Signs in by phone, starting at the form. Gives the account its name if it still needs one. */
export async function signInByPhone(driver: WidgetDriver, { phone, code, displayName }: PhoneSignIn): Promise<void> {
  const form = await showForm(driver, 'phone');
  await driver.fill('phone', phone);
  if (displayName !== undefined && form.fields.includes('displayName')) await driver.fill('displayName', displayName);
  await driver.click(SUBMIT);
  await untilShown(driver, 'the field of the code', ({ fields }) => fields.includes('code'));
  await driver.fill('code', typeof code === 'string' ? code : await code());
  const typed = await driver.read();
  // Typing the last character of a code usually submits it. The button is for a widget that still waits for it.
  if (typed?.fields.includes('code') && !typed.isLoading && typed.error === null) await driver.click(SUBMIT);
  const isPastCode = ({ isAuthenticated, fields }: WidgetReading) => isAuthenticated || fields.includes('displayName');
  const { isAuthenticated } = await untilShown(driver, 'that somebody is signed in', isPastCode);
  if (isAuthenticated) return;
  if (displayName === undefined) throw new Error('The account needs a name: give a displayName');
  await driver.fill('displayName', displayName);
  await driver.click(SUBMIT);
  await untilSignedIn(driver);
}

/** Signs in with a login and a password, starting at the form. A registration also fills in the repeated password. */
export async function signInByPassword(driver: WidgetDriver, { login, password }: PasswordSignIn): Promise<void> {
  const { fields } = await showForm(driver, 'password');
  await driver.fill('login', login);
  await driver.fill('password', password);
  if (fields.includes('repeat')) await driver.fill('repeat', password);
  await driver.click(SUBMIT);
  await untilSignedIn(driver);
}

/** Signs out with the widget's button. */
export async function signOut(driver: WidgetDriver): Promise<void> {
  await untilSignedIn(driver);
  await driver.click(SIGN_OUT);
  await untilShown(driver, 'the form', ({ isAuthenticated }) => !isAuthenticated);
}

const untilSignedIn = (driver: WidgetDriver) =>
  untilShown(driver, 'that somebody is signed in', ({ isAuthenticated }) => isAuthenticated);
