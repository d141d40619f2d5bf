/**
 * Entry `auth-widget/testing/dom`: finds elements in the shadow roots of a widget, and signs in with it, for tests that run
 * in its page (jsdom, happy-dom, a browser). The elements that it finds can be passed to any library that takes elements.
 * In jsdom and happy-dom, importing it gives form controls the internals that these DOMs lack; import it before the first
 * element is created.
 */
import * as flow from './sign-in-flow.js';

export type { PasswordSignIn, PhoneSignIn } from './sign-in-flow.js';

/**
 * The user who clicks and types: the one of `@testing-library/user-event`, the one of Vitest's browser mode, or
 * `plainUser`. The first two read `{` and `[` in a text as the beginning of a key, so double them.
 */
export interface TestUser {
  click(element: Element): Promise<unknown>;
  type(element: Element, text: string): Promise<unknown>;
}

/** The name or text to look for, as a whole string or a pattern. White space counts as one space. */
export type TextMatch = string | RegExp;

/** Yields all elements in the shadow root of an element, and in the shadow roots of those elements. */
function* elementsIn(host: Element): Generator<HTMLElement> {
  for (const element of host.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? []) {
    yield element;
    yield* elementsIn(element);
  }
}

const normalize = (text: string) => text.replace(/\s+/g, ' ').trim();
const matches = (text: string, wanted: TextMatch) =>
  typeof wanted === 'string' ? text === normalize(wanted) : new RegExp(wanted).test(text);

/** Whether an element is shown: neither it nor any ancestor, across shadow roots, has the attribute `hidden`. */
function isShown(element: Element): boolean {
  if (element.closest('[hidden]')) return false;
  const root = element.getRootNode();
  return !('host' in root) || isShown(root.host as Element);
}

/** Returns the text that a screen reader finds in an element. */
function textOf(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return (node as Text).data;
  const { attributes } = node as Partial<Element>;
  const isHidden = attributes?.getNamedItem('hidden') ?? attributes?.getNamedItem('aria-hidden')?.value === 'true';
  return isHidden ? '' : [...node.childNodes].map(textOf).join(' ');
}

/** Returns the accessible name of one of the widget's fields or buttons. */
function nameOf(element: HTMLElement): string {
  const label = (element.getRootNode() as ParentNode).querySelector(`label[for="${element.id}"]`);
  return normalize(
    element.getAttribute('aria-label') || (element.localName === 'button' || !label ? textOf(element) : textOf(label)),
  );
}

/** Waits until an element with this tag and accessible name is shown. */
function findByName<Tag extends 'input' | 'button'>(widget: Element, tag: Tag, name: TextMatch) {
  const shown = () => [...elementsIn(widget)].filter(element => element.localName === tag && isShown(element));
  return flow.until(
    () => shown().find(element => matches(nameOf(element), name)) as HTMLElementTagNameMap[Tag] | undefined,
    () => `No ${tag} has the name ${String(name)}. There are: ${shown().map(nameOf).join(', ') || 'none'}`,
  );
}

/**
 * Waits, for three seconds at most, until a widget shows a field with this accessible name.
 * @param name the name in the language of the widget: `Phone number`, `Enter the code`, `Username`, `Password`, …
 */
export const findField = (widget: Element, name: TextMatch): Promise<HTMLInputElement> =>
  findByName(widget, 'input', name);

/**
 * Waits, for three seconds at most, until a widget shows a button with this accessible name.
 * @param name the name in the language of the widget: `Get a code`, `Sign in`, `Sign out`, …
 */
export const findButton = (widget: Element, name: TextMatch): Promise<HTMLButtonElement> =>
  findByName(widget, 'button', name);

/** Waits, for three seconds at most, until a widget shows this text, and resolves with the innermost element that has it. */
export function findText(widget: Element, text: TextMatch): Promise<HTMLElement> {
  const hasText = (element: Element) => matches(normalize(textOf(element)), text);
  return flow.until(
    () =>
      [...elementsIn(widget)].find(
        element => isShown(element) && hasText(element) && ![...element.children].some(hasText),
      ),
    () =>
      `The widget does not show ${String(text)}. It shows: ${normalize([...(widget.shadowRoot?.children ?? [])].map(textOf).join(' '))}`,
  );
}

/** A user that clicks and types by dispatching events, for tests without a user library. */
export const plainUser: TestUser = {
  click(element) {
    (element as HTMLElement).focus();
    (element as HTMLElement).click();
    return Promise.resolve();
  },
  async type(element, text) {
    const input = element as HTMLInputElement;
    input.focus();
    for (const character of text) {
      edit(input, input.value + character, 'insertText', character);
      await Promise.resolve();
    }
    input.dispatchEvent(new Event('change', { bubbles: true }));
  },
};

/** Replaces the text of an input as a browser does after a key press, unless the page cancels `beforeinput`. */
function edit(input: HTMLInputElement, value: string, inputType: string, data: string | null): void {
  const event = { inputType, data, bubbles: true, composed: true };
  if (!input.dispatchEvent(new InputEvent('beforeinput', { ...event, cancelable: true }))) return;
  input.value = value;
  input.dispatchEvent(new InputEvent('input', event));
}

function driverOf(user: TestUser, widget: Element): flow.WidgetDriver {
  const find = (selector: string) => {
    const element = widget.shadowRoot?.querySelector(selector);
    if (!element) throw new Error(`The widget has no ${selector}`);
    return element;
  };
  return {
    read: () => Promise.resolve(flow.readWidget(widget)),
    async fill(name, text) {
      const field = find(`form [name="${name}"]`);
      const input = field.shadowRoot?.querySelector('input') ?? field;
      // The text isn't deleted with `clear` of user-event, because that refuses fields in a shadow root.
      if ((input as HTMLInputElement).value) edit(input as HTMLInputElement, '', 'deleteContentBackward', null);
      await user.type(input, text);
    },
    click: selector => user.click(find(selector)),
  };
}

/** Signs in by phone, starting at the widget's form. Enters a name if the account still needs one. */
export const signInByPhone = (user: TestUser, widget: Element, signIn: flow.PhoneSignIn): Promise<void> =>
  flow.signInByPhone(driverOf(user, widget), signIn);

/** Signs in with a login and a password, starting at the widget's form. */
export const signInByPassword = (user: TestUser, widget: Element, signIn: flow.PasswordSignIn): Promise<void> =>
  flow.signInByPassword(driverOf(user, widget), signIn);

/** Signs out with the widget's button. */
export const signOut = (user: TestUser, widget: Element): Promise<void> => flow.signOut(driverOf(user, widget));

/**
 * Internals of a form control for jsdom 26, whose own lack form, validity and states, and for happy-dom 21, which has
 * none. The control works, but a form around it knows neither its value nor its validity.
 */
class StandInInternals {
  readonly states = new Set<string>();
  readonly #host: HTMLElement;
  #flags: ValidityStateFlags = {};
  validationMessage = '';

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  get form(): HTMLFormElement | null {
    return this.#host.closest('form');
  }

  get labels(): HTMLLabelElement[] {
    const isOwn = (label: HTMLLabelElement) =>
      label.htmlFor ? label.htmlFor === this.#host.id : label.contains(this.#host);
    return [...this.#host.ownerDocument.querySelectorAll('label')].filter(isOwn);
  }

  get willValidate(): boolean {
    return !this.#host.matches('[disabled], [readonly]');
  }

  get validity(): ValidityState {
    return { valid: !Object.keys(this.#flags).length, ...this.#flags } as ValidityState;
  }

  setFormValue(): void {}

  setValidity(flags: ValidityStateFlags = {}, message = ''): void {
    this.#flags = flags;
    this.validationMessage = message;
  }

  checkValidity(): boolean {
    const isValid = !this.willValidate || this.validity.valid;
    if (!isValid) this.#host.dispatchEvent(new Event('invalid', { cancelable: true }));
    return isValid;
  }

  reportValidity(): boolean {
    return this.checkValidity();
  }
}

/** Gives form controls working internals in a DOM without them. Firefox before 126 has them without custom states, so it keeps its own. */
function completeInternals(): void {
  const { HTMLElement, ElementInternals } = globalThis as Partial<typeof globalThis>;
  if (!HTMLElement || 'setFormValue' in (ElementInternals?.prototype ?? {})) return;
  const { attachInternals } = HTMLElement.prototype as Partial<HTMLElement>;
  HTMLElement.prototype.attachInternals = function (this: HTMLElement) {
    const isFormControl = (this.constructor as { formAssociated?: boolean }).formAssociated;
    const internals = isFormControl ? undefined : attachInternals?.call(this);
    return internals ?? (new StandInInternals(this) as unknown as ElementInternals);
  };
}

completeInternals();
