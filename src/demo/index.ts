/**
 * Entry `auth-widget/demo`: `<auth-widget demo>` needs no server, so the tag can be tried on any page, in a sandbox or in
 * Storybook. This module registers the three tags. A page imports it in place of `auth-widget/define/auth-widget.js`.
 */
import '../define/code-input.js';
import '../define/phone-input.js';
import { AuthWidget } from '../elements/auth-widget/auth-widget.js';
import { MemoryStore } from '../testing/memory-server/memory-store.js';
import { DemoBackend } from './demo-backend.js';
import { showSms } from './demo-phone.js';

/** The server that all widgets with the attribute share; undefined until there is one. */
let backend: DemoBackend | undefined;

function demoBackend(): DemoBackend {
  if (!backend) {
    // oxlint-disable-next-line no-console -- a page must not go live with it
    console.warn(
      '<auth-widget demo>: a server in memory answers, which signs anybody in. Remove the attribute before the page goes live.',
    );
    backend = new DemoBackend(showSms);
  }
  return backend;
}

/**
 * The widget with one more attribute, `demo`, which is read when the element is connected. Without it, or with a client or a
 * backend of the page, the element is like any other.
 */
class DemoWidget extends AuthWidget {
  #hasPageClient = false;

  override get client(): AuthWidget['client'] {
    return super.client;
  }

  override set client(client: AuthWidget['client'] | null | undefined) {
    this.#hasPageClient = !!client;
    super.client = client;
  }

  override connectedCallback(): void {
    if (this.hasAttribute('demo') && !this.backend && !this.#hasPageClient) {
      this.backend = demoBackend();
      // The server forgets its sessions at a reload, so they stay in memory unless the page has set a store.
      this.store ??= new MemoryStore();
    }
    super.connectedCallback();
  }
}

if (!customElements.get('auth-widget')) customElements.define('auth-widget', DemoWidget);
else {
  // oxlint-disable-next-line no-console -- the attribute would have no effect, and nothing would say why
  console.error('auth-widget/demo was imported after another module had registered <auth-widget>: import it first.');
}

export type * from '../elements/auth-widget/auth-widget.events.js';
export { AuthWidget };
