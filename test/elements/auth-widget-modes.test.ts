// auth-widget: the attributes `mode` and `modes`. The modes: docs/behaviour/requirements.md#client-screen-modes.
import { expect } from '@open-wc/testing';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { until } from '../support/browser.js';
import {
  backend,
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
} from '../support/widget.js';
import { FakeStore } from '../support/fake-backend.js';

describe('auth-widget: mode', () => {
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

  it('an array does as well, or a text with commas', async () => {
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
    expect(query('[name=login]'), 'nothing that is offered is left').to.exist;
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
