// Helpers of the elements for the DOM and the environment that they run in.
import { isServer } from 'lit';

export { focusedBeside, hasFocus, isFocusAround, selfAndAncestors } from './tree.js';

/**
 * Whether this runs on a server, where Lit's stand-in for HTMLElement has no DOM, and internals that do nothing. A test
 * environment such as jsdom isn't a server, even though Node also resolves Lit to its server build there and `isServer`
 * is true. The `document` that `@lit-labs/ssr` can install has no `documentElement`.
 */
export const isOnServer = (isServer as boolean) && !(globalThis as { document?: Document }).document?.documentElement;

/** Tells the page's developer about a mistake in its use of an element: docs/behaviour/flow.md#wrong-settings. */
export function reportMisuse(message: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the widget itself tells the person
  console.error(`auth-widget: ${message}`, ...(cause ? [cause] : []));
}

/** Returns the `inputType` of an event; `''` for the plain events that autofill and password managers dispatch. */
export const inputTypeOf = (event: Event): string => (event as Partial<InputEvent>).inputType ?? '';

/**
 * The converter of a boolean attribute whose name differs from its property's. Vue and Svelte set the attribute in that
 * case, and turn it off by writing `false` into it.
 */
export const booleanAttribute = (value: string | null): boolean => value !== null && value !== 'false';

/**
 * Submits a form as Enter in a native input does ("implicit submission" in the HTML standard): clicks its first submit
 * button, or submits without one if it has none.
 */
export function submitImplicitly(form: HTMLFormElement | null): void {
  const button = [...(form?.elements ?? [])].find(element => (element as HTMLButtonElement).type === 'submit');
  // `requestSubmit(button)` throws for a button that is a form-associated custom element.
  if (button) (button as HTMLElement).click();
  else form?.requestSubmit();
}

/**
 * Returns the absolute address of a link that the page has set: a relative one, or one with `http:` or `https:`.
 * Returns undefined for any other scheme (`javascript:`), for an empty address, and for one that can't be parsed.
 * @param base the address that relative ones are resolved against
 */
export function safeHref(href: string | null | undefined, base: string): string | undefined {
  if (!href) return undefined;
  const address = parse(href) ?? parse(href, base);
  const isRelative = !parse(href);
  return address && (isRelative || /^https?:$/.test(address.protocol)) ? address.href : undefined;
}

function parse(href: string, base?: string): URL | undefined {
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}
