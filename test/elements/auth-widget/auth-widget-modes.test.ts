// auth-widget: the attributes `mode` and `modes`. The modes: docs/behaviour/requirements.md#client-screen-modes.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { click, until } from '../../support/browser.js';
import {
  appendWidget,
  backend,
  button,
  createClient,
  createWidget,
  find,
  mount,
  mountWidget,
  PHONE,
  query,
  queryIn,
  requestCodeIn,
  settled,
  toCode,
  visibleText,
  widget,
} from '../../support/widget.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';

describe('auth-widget: mode', () => {
  it('applies to a client that is already restoring a session, but not to a flow that continues after that', async () => {
    const { client } = createClient();
    const looking = appendWidget({ client, mode: 'login' });
    void client.tryAutoLogin();
    expect(client.flow.screen).to.equal('restoring');
    await until(() => queryIn(looking, 'input[name=password]'));

    // A session was stored, and the server is asked about it. The mode applies if that session has ended.
    const found = createClient(stored({ obtainedAt: 0 }));
    const restoring = found.client.tryAutoLogin();
    expect(found.client.flow.screen).to.equal('restoring');
    appendWidget({ client: found.client, mode: 'login' });
    await until(() => found.client.flow.mode === 'login');
    expect(found.client.flow.screen).to.equal('restoring');
    found.client.dispose();
    await restoring.catch(() => {});

    const { client: earlier, backend, store } = createClient();
    const requested = earlier.loginByPhone(PHONE);
    await backend.answer('requestCode', {});
    await requested;
    earlier.dispose();
    const resumed = new AuthClient({ backend, store });
    const resuming = appendWidget({ client: resumed, mode: 'login' });
    void resumed.tryAutoLogin();
    expect(resumed.flow.screen).to.equal('restoring');
    await until(() => queryIn(resuming, 'code-input'));
    expect(resumed.flow.mode).to.equal('phone-login');
    resumed.dispose();
  });

  it('a change of the attribute ends the flow; a mode that the user chooses is not written to the attribute', async () => {
    const mounted = await mountWidget();
    const { widget } = mounted;
    widget.setAttribute('mode', 'phone-login');
    await requestCodeIn(mounted);
    expect(sessionStorage.length).to.equal(1);
    widget.setAttribute('mode', 'login');
    await until(() => queryIn(widget, 'input[name=password]'));
    expect(widget.state.verificationStep).to.equal('none');
    expect(sessionStorage.length).to.equal(0);
    queryIn(widget, '[part=methods] button')!.click();
    await until(() => queryIn(widget, 'phone-input'));
    expect(widget.getAttribute('mode')).to.equal('login');
    // The phone that was typed before is still there.
    expect(queryIn<PhoneInput>(widget, 'phone-input')!.value).to.equal(PHONE);
    widget.client.dispose();
    widget.remove();
  });

  it('a change of the property ends the flow, keeps the phone and writes no attribute', async () => {
    await mount();
    await toCode();
    widget.mode = 'phone-register';
    await settled();
    expect(widget.state.verificationStep).to.equal('none');
    expect(find<HTMLElement & { value: string }>('phone-input').value).to.equal('79161234567');
    expect(widget.hasAttribute('mode')).to.equal(false);
    expect(Object.keys(sessionStorage).filter(key => key.startsWith('auth-widget:'))).to.deep.equal([]);
  });

  it('a mode that is not offered is ignored', async () => {
    const { client } = createClient();
    const { widget } = createWidget({ client, mode: 'login', modes: 'login register' });
    document.body.append(widget);
    await settled(widget);
    widget.mode = 'phone-register';
    await settled(widget);
    expect(client.flow.mode).to.equal('login');
    widget.mode = 'register';
    await settled(widget);
    expect(client.flow.mode).to.equal('register');
  });
});

describe('auth-widget: the mode that is shown already, set again', () => {
  it('on the code screen: the code is still awaited', async () => {
    await mount({});
    await toCode();
    widget.mode = 'phone-login';
    await settled();
    expect(query('code-input')).to.exist;
    expect(widget.state.verificationStep).to.equal('sms-sent');
    widget.modes = 'phone-login login';
    await settled();
    expect(query('code-input')).to.exist;
  });

  it('after the flow was resumed from sessionStorage', async () => {
    const before = await mountWidget({ baseUrl: 'https://api.example' });
    await requestCodeIn(before);
    before.widget.remove();
    const { widget } = await mountWidget({ baseUrl: 'https://api.example' });
    await until(() => queryIn(widget, 'code-input'));
    widget.mode = 'phone-login';
    await settled(widget);
    expect(queryIn(widget, 'code-input')).to.exist;
    expect(widget.state.phoneForVerification).to.equal(PHONE);
  });

  it('in the name step: its session goes on', async () => {
    await mount({});
    await toCode();
    const done = widget.client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session({ displayName: null }));
    await done;
    await settled();
    widget.mode = 'phone-login';
    await settled();
    expect(query('[name=displayName]')).to.exist;
    expect(backend.count('endSession')).to.equal(0);
  });
});

describe('auth-widget: `mode` and `modes` that are set while the widget is not in the document', () => {
  /** Removes the widget, lets it update, and appends it again. */
  async function changeDetached(change: Partial<AuthWidget>): Promise<void> {
    const { parentElement } = widget;
    widget.remove();
    await settled();
    Object.assign(widget, change);
    await settled();
    parentElement!.append(widget);
    await settled();
  }

  it('a mode ends the flow that was under way', async () => {
    await mount();
    await toCode();
    await changeDetached({ mode: 'login' });
    expect(query('#password')).to.exist;
    expect(widget.state.verificationStep).to.equal('none');
  });

  it('a list without the mode that was shown ends it, too', async () => {
    await mount();
    await toCode();
    await changeDetached({ modes: 'login register' });
    expect(query('#password')).to.exist;
    expect(widget.state.verificationStep).to.equal('none');
  });

  it('a list with that mode: the flow goes on', async () => {
    await mount();
    await toCode();
    await changeDetached({ modes: 'login phone-login' });
    expect(query('code-input')).to.exist;
  });

  it('the mode that a person has chosen stays when the widget is moved', async () => {
    await mount('login');
    widget.client.setMode('register');
    await settled();
    const { parentElement } = widget;
    widget.remove();
    parentElement!.append(widget);
    await settled();
    expect(widget.client.flow.mode).to.equal('register');
  });

  it('a mode is also applied to a client of the page', async () => {
    const { client, backend } = createClient();
    await mount({ client });
    const requested = client.loginByPhone(PHONE);
    await backend.answer('requestCode', {});
    await requested;
    await changeDetached({ mode: 'register' });
    expect(client.flow.mode).to.equal('register');
    expect(query('#repeat')).to.exist;
    expect(client.state.verificationStep).to.equal('none');
  });

  it('a mode applies if it is set after the client was read, but before the widget was first in the document', async () => {
    const { widget } = createWidget({ backend: new HeldBackend(), store: new FakeStore() });
    const { client } = widget;
    expect(client.flow.mode).to.equal('phone-login');
    widget.mode = 'register';
    document.body.append(widget);
    await settled(widget);
    expect(widget.client).to.equal(client);
    expect(queryIn(widget, '#repeat')).to.exist;
  });

  it('a mode applies if it is set after the widget was removed before its first update', async () => {
    const { widget } = createWidget({ backend: new HeldBackend(), store: new FakeStore() });
    document.body.append(widget);
    widget.remove();
    await settled(widget);
    widget.mode = 'register';
    await settled(widget);
    document.body.append(widget);
    await settled(widget);
    expect(queryIn(widget, '#repeat')).to.exist;
  });

  it('a flow that is resumed goes on in its mode, whatever the mode at the start', async () => {
    const server = { baseUrl: 'https://api.example', backend: new HeldBackend(), store: new FakeStore() };
    const { widget: first } = createWidget({ ...server, mode: 'login' });
    document.body.append(first);
    await settled(first);
    const requested = first.client.registerByPhone(PHONE, 'Anna');
    await server.backend.answer('requestCode', {});
    await requested;
    first.remove();
    const { widget } = createWidget({ ...server, mode: 'login' });
    expect(widget.client.flow.mode).to.equal('phone-register');
    document.body.append(widget);
    await settled(widget);
    expect(queryIn(widget, 'code-input')).to.exist;
  });
});

describe('auth-widget: modes', () => {
  it('only the modes of the list are offered, and the first of them is shown', async () => {
    await mount();
    expect(visibleText()).to.contain('Phone').and.contain('Password').and.contain('Create an account');
    const widget = document.createElement('auth-widget');
    widget.modes = 'login';
    widget.backend = backend;
    widget.store = new FakeStore();
    document.body.append(widget);
    await widget.updateComplete;
    await widget.client.tryAutoLogin();
    await widget.updateComplete;
    expect(widget.client.flow.mode).to.equal('login');
    expect(widget.shadowRoot!.querySelector('[part=methods]')).to.equal(null);
    expect(widget.shadowRoot!.textContent).not.to.contain('Create an account');
    widget.remove();
  });

  it('the other method is for the same: signing in or registering, unless it is offered for one of them alone', async () => {
    for (const [options, mode] of [
      ['phone-login', 'login'],
      ['phone-register', 'register'],
      [{ modes: 'phone-login register' }, 'register'],
    ] as const) {
      await mount(options);
      await click(button('Password'));
      await settled();
      expect(widget.client.flow.mode).to.equal(mode);
    }
  });

  it('the list can also be an array, or a string with commas', async () => {
    for (const modes of [['login', 'register'], 'login, register']) {
      await mount({ modes });
      expect(query('[name=login]')).to.exist;
      expect(query('[part=methods]')).to.not.exist;
    }
  });

  for (const modes of [null, 5, '  ', 'rubbish', {}]) {
    it(`${JSON.stringify(modes)} names no mode: all are offered`, async () => {
      await mount({ modes });
      expect(query('phone-input')).to.exist;
      expect(query('[part=methods]')).to.exist;
    });
  }

  it('set later: the widget changes from a mode that is not offered to one that is', async () => {
    await mount();
    widget.modes = 'login register';
    await settled();
    expect(query('[name=login]')).to.exist;
    expect(query('[name=repeat]')).to.not.exist;
    widget.modes = 'login register phone-login';
    await settled();
    expect(query('[name=login]'), 'a mode that is still offered stays').to.exist;
  });

  it('set later, without the mode that is shown: the widget begins in its own mode', async () => {
    await mount({ mode: 'register' });
    widget.client.setMode('login');
    await settled();
    widget.modes = 'phone-login register';
    await settled();
    expect(widget.client.flow.mode).to.equal('register');
  });

  it('set while a code is awaited: the flow goes on if its mode is offered, and ends if not', async () => {
    await mount();
    await toCode();
    widget.modes = 'phone-login';
    await settled();
    expect(query('code-input')).to.exist;
    widget.modes = 'register';
    await settled();
    expect(query('[name=repeat]')).to.exist;
  });
});
