// auth-widget: the mode that follows a sign-out, when `mode` and `modes` say what is offered.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import type { AuthMode } from '../../../src/core/modes.js';
import { until } from '../../support/browser.js';
import { backend, createClient, mount, PHONE, query, settled, signIn, textOf, widget } from '../../support/widget.js';
import { FakeStore, session, stored } from '../../support/held-backend.js';

describe('auth-widget: the mode after a sign-out', () => {
  /** Signs in, changes the mode of the client as the end of a session does, and signs out. */
  async function signOutTo(mode: AuthMode, modes: string): Promise<void> {
    await mount({ modes });
    await signIn();
    widget.client.setMode(mode);
    const signedOut = widget.client.logout();
    await backend.answer('endSession');
    await signedOut;
    await settled();
  }

  for (const [modes, before, after] of [
    ['phone-register', 'phone-login', 'phone-register'],
    ['phone-register register', 'login', 'register'],
    ['register phone-login', 'login', 'phone-login'],
    ['phone-register', 'login', 'phone-register'],
    ['phone-register phone-login', 'phone-login', 'phone-login'],
  ] as const) {
    it(`«${modes}» are offered: ${before} becomes ${after}`, async () => {
      await signOutTo(before, modes);
      expect(widget.client.flow.mode).to.equal(after);
    });
  }

  for (const [modes, mode, after] of [
    ['phone-register', 'phone-register', 'phone-register'],
    ['', 'register', 'login'],
  ] as const) {
    it(`«${mode}» with «${modes}» offered: ${after} is shown`, async () => {
      await mount({ mode, modes });
      await signIn();
      const signedOut = widget.client.logout();
      await backend.answer('endSession');
      await signedOut;
      await settled();
      expect(widget.client.flow.mode).to.equal(after);
    });
  }

  it('the mode of the widget is shown with a client of the page that was signed in before', async () => {
    const { client, backend: server } = createClient(stored());
    await client.tryAutoLogin();
    expect(client.flow.screen).to.equal('signed-in');
    await mount({ client, mode: 'login' });
    const signedOut = client.logout();
    await server.answer('endSession');
    await signedOut;
    await settled();
    expect([client.flow.mode, !!query('#password')]).to.deep.equal(['login', true]);
  });

  it('an account that was created in the mode `register` is no accident for a widget that begins with signing in', async () => {
    const { client, backend: server } = createClient();
    client.setMode('register');
    const done = client.login('anna', 'correct horse');
    await server.answer('login', session({ created: true }));
    await done;
    await mount({ client, mode: 'login' });
    expect([client.flow.created, textOf('#notice')]).to.deep.equal([true, '']);
  });

  it('the error of a session that has expired stays', async () => {
    const store = new FakeStore();
    store.stored = stored();
    await mount({ modes: 'register', store, noAutoLogin: false });
    await until(() => widget.state.isAuthenticated);
    widget.client.setMode('login');
    await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
    await until(() => widget.state.error);
    await settled();
    expect(query('#repeat')).to.exist;
    expect(widget.client.flow.failure?.code).to.equal('session-expired');
    expect(widget.state.error).to.contain('session');
  });

  it('the form is shown in an offered mode while the server is being told', async () => {
    await mount({ modes: 'phone-register' });
    await signIn();
    widget.client.setMode('phone-login');
    const signedOut = widget.client.logout();
    await settled();
    expect(widget.state.isLoading).to.equal(true);
    expect(query('[name=displayName]')).to.exist;
    await backend.answer('endSession');
    await signedOut;
  });

  it('an operation of the page in a mode that is not offered goes on; its form is not shown', async () => {
    await mount({ modes: 'phone-register' });
    const requested = widget.client.loginByPhone(PHONE);
    await settled();
    await backend.answer('requestCode', {});
    await requested;
    await settled();
    expect(widget.client.flow.mode).to.equal('phone-login');
    expect(query('code-input')).to.exist;
    widget.client.back();
    await settled();
    expect(widget.client.flow.mode).to.equal('phone-register');
    expect(query('[name=displayName]')).to.exist;
  });

  it('a sign-out while the widget is not in the document', async () => {
    await mount({ modes: 'phone-register' });
    await signIn();
    widget.client.setMode('phone-login');
    const { parentElement } = widget;
    widget.remove();
    const signedOut = widget.client.logout();
    await backend.answer('endSession');
    await signedOut;
    parentElement!.append(widget);
    await settled();
    expect(widget.client.flow.mode).to.equal('phone-register');
  });
});
