// ClientController alone, in a small host. In the widget: auth-widget-client.test.ts.
import { expect } from '@open-wc/testing';
import { LitElement, type PropertyValues } from 'lit';
import { AuthClient, type AuthNotice } from '../../../../src/client/auth-client.js';
import type { AuthMode } from '../../../../src/core/modes.js';
import {
  ClientController,
  type ClientSettings,
} from '../../../../src/elements/auth-widget/controllers/client-controller.js';
import { HeldBackend, FakeStore } from '../../../support/held-backend.js';

class ClientHost extends LitElement {
  settings: ClientSettings = { baseUrl: undefined, backend: new HeldBackend(), store: new FakeStore() };
  mode: AuthMode = 'register';
  readonly observed: boolean[] = [];
  readonly notices: AuthNotice['type'][] = [];
  /** What sync() has returned at each update. */
  readonly synced: boolean[] = [];
  readonly controller = new ClientController(this, {
    readSettings: () => this.settings,
    readSolver: () => undefined,
    readMode: () => this.mode,
    onNotice: ({ type }) => this.notices.push(type),
    onObserve: isNew => this.observed.push(isNew),
  });

  protected override willUpdate(_changed: PropertyValues): void {
    this.synced.push(this.controller.sync());
  }
}
customElements.define('client-host', ClientHost);

const otherClient = () => new AuthClient({ backend: new HeldBackend(), store: new FakeStore() });

describe('ClientController', () => {
  let host: ClientHost;

  beforeEach(() => {
    host = new ClientHost();
  });

  afterEach(() => {
    host.remove();
    host.controller.client.dispose();
  });

  it('creates a client of its own when it is first read, from the settings and in the mode of the host', () => {
    const { client } = host.controller;
    expect(client.flow.mode).to.equal('register');
    expect(host.controller.isOwn).to.equal(true);
    expect(host.controller.client).to.equal(client);
  });

  it('observes its client from the first update on, while the host is connected', async () => {
    document.body.append(host);
    expect(host.observed).to.deep.equal([]);
    await host.updateComplete;
    expect(host.observed).to.deep.equal([true]);
    host.controller.client.setMode('login');
    expect(host.notices).to.deep.equal(['flow']);
    host.remove();
    host.controller.client.setMode('register');
    expect(host.notices).to.deep.equal(['flow']);
    document.body.append(host);
    expect(host.observed, 'a client that was observed before is not new').to.deep.equal([true, false]);
    host.requestUpdate();
    await host.updateComplete;
    expect(host.synced).to.deep.equal([false, true]);
  });

  it('replaces and disposes of its own client when the settings have changed', async () => {
    document.body.append(host);
    await host.updateComplete;
    const { client } = host.controller;
    host.settings = { ...host.settings, backend: new HeldBackend() };
    host.requestUpdate();
    await host.updateComplete;
    expect(host.controller.client).to.not.equal(client);
    expect(host.observed).to.deep.equal([true, true]);
    expect(client.isDisposed).to.equal(true);
  });

  it('keeps the client of a page when the settings have changed, and does not dispose of it', async () => {
    const client = otherClient();
    const observer = client.observe(() => {});
    host.controller.replace(client);
    document.body.append(host);
    await host.updateComplete;
    host.settings = { ...host.settings, backend: new HeldBackend() };
    host.requestUpdate();
    await host.updateComplete;
    expect(host.controller.client).to.equal(client);
    expect(host.controller.isOwn).to.equal(false);
    host.controller.replace(undefined);
    expect(host.controller.client).to.not.equal(client);
    client.setMode('login');
    expect(client.flow.mode).to.equal('login');
    observer();
    client.dispose();
  });

  it('keeps its client when the same one is set again, or undefined instead of its own', () => {
    const { client } = host.controller;
    host.controller.replace(client);
    host.controller.replace(undefined);
    host.controller.replace(null);
    expect(host.controller.client).to.equal(client);
    expect(host.controller.isOwn).to.equal(true);
  });

  for (const [what, read] of [
    ['in another mode, is replaced', false],
    ['in another mode, is kept if it has been read', true],
  ] as const)
    it(`a client that was prepared ${what}`, () => {
      let created = 0;
      const store = new FakeStore();
      store.read = () => (created++, null);
      host.settings = { ...host.settings, store };
      host.controller.prepare();
      const before = created;
      expect(before).to.be.greaterThan(0);
      const early = read ? host.controller.client : undefined;
      host.mode = 'login';
      host.controller.sync();
      expect(created > before).to.equal(!read);
      expect(host.controller.client.flow.mode).to.equal(read ? 'register' : 'login');
      expect(early?.isDisposed ?? false).to.equal(false);
    });

  it('prepares nothing in place of a client that it has', () => {
    const { client } = host.controller;
    host.controller.prepare();
    host.mode = 'login';
    host.controller.sync();
    expect(host.controller.client).to.equal(client);
  });
});
