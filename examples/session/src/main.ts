// A small app with three pages and a router of a few lines. The other modules have the parts that you can reuse.
import 'auth-widget/define/auth-widget.js';
import { callApi } from './call-api.js';
import { redirectFor } from './guard.js';
import { startHeader } from './header.js';
import { safeReturnPath } from './return-path.js';
import { client, currentAccount, watchAccount } from './session.js';

interface Page {
  readonly isGuarded: boolean;
  render(main: HTMLElement): void;
}

const home: Page = {
  isGuarded: false,
  render: main => main.append('Home'),
};

const signIn: Page = {
  isGuarded: false,
  render(main) {
    const returnPath = new URLSearchParams(location.search).get('return');
    if (returnPath !== null && currentAccount()) {
      replacePath(safeReturnPath(returnPath));
      return;
    }
    const widget = document.createElement('auth-widget');
    widget.client = client;
    main.append(widget);
  },
};

const messages: Page = {
  isGuarded: true,
  render(main) {
    const list = document.createElement('ul');
    main.append(list);
    void callApi('/api/messages').then(async response => {
      const texts = response.ok ? ((await response.json()) as string[]) : ["The messages can't be loaded."];
      for (const text of texts) list.appendChild(document.createElement('li')).textContent = text;
    });
  },
};

const pages = new Map([
  ['/', home],
  ['/sign-in', signIn],
  ['/messages', messages],
]);

function replacePath(path: string): void {
  history.replaceState(null, '', path);
  void showPage();
}

/** Shows the page for the current address, or the page that its guard sends the person to. */
async function showPage(): Promise<void> {
  const { href, pathname, search } = location;
  const page = pages.get(pathname) ?? home;
  const redirect = page.isGuarded ? await redirectFor(pathname + search) : null;
  if (href !== location.href) return; // the person left while the guard was waiting
  if (redirect !== null) {
    replacePath(redirect);
    return;
  }
  const main = document.querySelector('main')!;
  main.replaceChildren();
  page.render(main);
}

startHeader();
let isKnown = false;
watchAccount(account => {
  if (account) console.log('Hello', account.displayName);
  const { isGuarded } = pages.get(location.pathname) ?? home;
  // Shows the page again. A guarded page then sends the person away after a sign-out; at the first call, its guard still waits for the
  // answer. The sign-in page sends the person back after a sign-in, if its address has a `return`.
  if (isGuarded ? isKnown : location.search !== '') void showPage();
  isKnown = true;
});
window.addEventListener('popstate', () => void showPage());
document.addEventListener('click', event => {
  const link = event.target instanceof HTMLAnchorElement ? event.target : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  void showPage();
});
void showPage();
