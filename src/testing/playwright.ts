/**
 * Entry `auth-widget/testing/playwright`: a server for the pages of a Playwright test, and the steps of a sign-in. It
 * imports nothing from Playwright: `Page`, `BrowserContext` and `Locator` match the types declared here.
 */
import { storageKey } from '../client/storage/storage-keys.js';
import { answerRequest, pathOfCall } from './memory-server/http-answers.js';
import type { AccountSetup } from './memory-server/memory-accounts.js';
import type { MemoryBackend } from './memory-server/memory-backend.js';
import * as flow from './sign-in-flow.js';

export type { PasswordSignIn, PhoneSignIn } from './sign-in-flow.js';

/** The part of Playwright's `Route` that is used here. */
export interface PlaywrightRoute {
  request(): {
    method(): string;
    url(): string;
    headers(): Record<string, string>;
    postData(): string | null;
  };
  fulfill(answer: { status: number; headers: Record<string, string>; body: string }): Promise<unknown>;
  abort(errorCode?: string): Promise<unknown>;
}

/** The part of a `Page` or `BrowserContext` needed to answer its calls. */
export interface PlaywrightNetwork {
  route(url: (url: URL) => boolean, handler: (route: PlaywrightRoute) => Promise<void>): Promise<unknown>;
}

/** The part of a `Page` needed to prepare it. */
export interface PlaywrightScripts {
  addInitScript(script: string): Promise<unknown>;
}

/** The part of a `Locator` that is used here. */
export interface PlaywrightLocator extends PlaywrightScope {
  count(): Promise<number>;
  fill(text: string): Promise<unknown>;
  click(): Promise<unknown>;
  evaluate<T>(run: (element: HTMLElement) => T): Promise<T>;
}

/** The part of a `Page`, or of a `Locator` around one widget, that is used here. */
export interface PlaywrightScope {
  locator(selector: string): PlaywrightLocator;
}

/**
 * Makes a backend answer the calls of a page, or of all pages of a context: `/v1/creds/tel`, `/v1/session` and `/v1/account`
 * on any host. No server is needed. A fault without an answer aborts the call.
 */
export async function mockServer(page: PlaywrightNetwork, backend: MemoryBackend): Promise<void> {
  await page.route(
    url => pathOfCall(url.href) !== undefined,
    async route => {
      const request = route.request();
      const path = pathOfCall(request.url())!;
      const call = { method: request.method(), path, headers: request.headers(), body: request.postData() };
      const answer = await answerRequest(backend, call).catch(() => null);
      const { status, headers, body } = answer ?? {};
      const done = answer
        ? route.fulfill({ status: status!, headers: { ...headers }, body: body! })
        : route.abort('failed');
      // The page may have closed, or the call may have been aborted, before the answer.
      await done.catch(() => {});
    },
  );
}

/**
 * Signs a person in before a page opens: its first document of an origin finds the session in `localStorage`. Later documents keep
 * whatever the app has stored since.
 * @param setup whose session it is: see `MemoryBackend.signIn`
 * @param baseUrl the app's `base-url`, absolute or relative to the address of the page. By default, the page's origin. The document
 * doesn't exist yet, so a `<base>` of the page isn't known: with one, pass an absolute address
 */
export async function signIn(
  page: PlaywrightScripts,
  backend: MemoryBackend,
  setup?: AccountSetup,
  baseUrl = '/',
): Promise<void> {
  const record = JSON.stringify(backend.signIn(setup).read());
  const [prefix, address, json] = [storageKey('session', ''), baseUrl, record].map(text => JSON.stringify(text));
  await page.addInitScript(`(() => {
    const isPage = window === window.top && /^http/.test(location.protocol);
    if (!isPage || sessionStorage.getItem('auth-widget:test')) return;
    const baseUrl = new URL(${address}, location.href).href.replace(/\\/*([?#].*)?$/, '');
    localStorage.setItem(${prefix} + baseUrl, ${json});
    sessionStorage.setItem('auth-widget:test', 'signed in');
  })();`);
}

function driverOf(scope: PlaywrightScope): flow.WidgetDriver {
  const widget = scope.locator('auth-widget');
  return {
    read: async () => ((await widget.count()) > 0 ? widget.evaluate(flow.readWidget) : undefined),
    // Playwright's selectors pierce open shadow roots.
    fill: (name, text) => widget.locator(`input[name="${name}"], [name="${name}"] input`).fill(text),
    click: selector => widget.locator(selector).click(),
  };
}

/** Signs in by phone, starting at the widget's form. Gives the account its name if it still needs one. */
export const signInByPhone = (scope: PlaywrightScope, signIn: flow.PhoneSignIn): Promise<void> =>
  flow.signInByPhone(driverOf(scope), signIn);

/** Signs in with a login and a password, starting at the widget's form. */
export const signInByPassword = (scope: PlaywrightScope, signIn: flow.PasswordSignIn): Promise<void> =>
  flow.signInByPassword(driverOf(scope), signIn);

/** Signs out with the widget's button. */
export const signOut = (scope: PlaywrightScope): Promise<void> => flow.signOut(driverOf(scope));
