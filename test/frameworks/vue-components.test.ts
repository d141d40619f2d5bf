// auth-widget/vue in a page: the components, their slots, and `v-model`.
import { expect } from '@open-wc/testing';
import { h, nextTick, reactive, shallowReactive } from 'vue';
import { AuthClient } from '../../src/client/auth-client.js';
import type { PhoneInput as PhoneInputTag } from '../../src/elements/phone-input/phone-input.js';
import { AuthWidget, CodeInput, PhoneInput } from '../../src/frameworks/vue.js';
import { press, type, until } from '../support/browser.js';
import { session, stored } from '../support/held-backend.js';
import { createBackendAndStore, mount, startVue, stopVue, unmount, widgetOf } from '../support/vue.js';

const phoneOf = () => document.querySelector('phone-input')!;
const codeOf = () => document.querySelector('code-input')!;

beforeEach(startVue);
afterEach(() => {
  expect(stopVue()).to.deep.equal([]);
});

describe('auth-widget/vue: the components', () => {
  it('have names for the tools of Vue', () => {
    const names = [AuthWidget, PhoneInput, CodeInput].map(component => (component as { name?: string }).name);
    expect(names).to.deep.equal(['AuthWidget', 'PhoneInput', 'CodeInput']);
  });

  it('properties arrive in the tag, as attributes or as they are, and leave it again', async () => {
    const { backend, store } = createBackendAndStore();
    const texts = { signInTitle: 'Welcome' };
    const settings = shallowReactive<{ widget: object }>({ widget: {} });
    mount(() => h(AuthWidget, { lang: 'en', noAutoLogin: true, ...settings.widget }));
    const widget = widgetOf();
    const names = ['base-url', 'recover-href', 'terms-href', 'privacy-href'];
    const attributes = () => names.map(name => widget.getAttribute(name));
    expect(attributes()).to.deep.equal([null, null, null, null]);
    expect(widget.hasAttribute('defer-hydration')).to.equal(false);
    settings.widget = {
      baseUrl: '/api',
      recoverHref: '/recover',
      termsHref: '/terms',
      privacyHref: '/privacy',
      mode: 'login',
    };
    await nextTick();
    expect(attributes()).to.deep.equal(['/api', '/recover', '/terms', '/privacy']);
    expect(widget.mode).to.equal('login');
    settings.widget = { backend, store, texts };
    await nextTick();
    expect(attributes()).to.deep.equal([null, null, null, null]);
    expect([widget.backend, widget.store, widget.texts]).to.deep.equal([backend, store, texts]);
    settings.widget = {};
    await nextTick();
    expect([widget.backend, widget.store, widget.texts]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('a client that is given is the one of the tag', async () => {
    const client = new AuthClient(createBackendAndStore());
    const settings = shallowReactive<{ client: AuthClient | undefined }>({ client: undefined });
    mount(() => h(AuthWidget, { noAutoLogin: true, client: settings.client }));
    const own = widgetOf().client;
    expect(own).to.not.equal(client);
    settings.client = client;
    await nextTick();
    expect(widgetOf().client).to.equal(client);
    client.dispose();
  });

  it('the contents go into the slots of the tag', () => {
    mount(() =>
      h(
        AuthWidget,
        { noAutoLogin: true },
        {
          default: () => [h('b', 'Free')],
          header: () => [h('s', 'Logo')],
          'signed-in': () => [h('i', 'Hello')],
          challenge: () => [h('em', 'Captcha')],
          footer: () => [h('u', 'Help')],
        },
      ),
    );
    expect(widgetOf().innerHTML).to.equal(
      '<b>Free</b><div slot="header"><s>Logo</s></div><div slot="signed-in"><i>Hello</i></div>' +
        '<div slot="challenge"><em>Captcha</em></div><div slot="footer"><u>Help</u></div>',
    );
    unmount();
    mount(() => h(AuthWidget, { noAutoLogin: true }));
    expect(widgetOf().childElementCount).to.equal(0);
    unmount();
    mount(() => h(PhoneInput, null, { default: () => 'Phone' }));
    expect(phoneOf().textContent).to.equal('Phone');
  });

  it('a listener of the tag is called', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const heard: (string | null)[] = [];
    mount(() =>
      h(AuthWidget, {
        backend,
        store,
        onAuthSignedIn: (event: { displayName: string | null }) => heard.push(event.displayName),
      }),
    );
    await backend.answer('getSession', session());
    await until(() => heard.length);
    expect(heard).to.deep.equal(['Anna']);
  });

  it('each exposes its tag', async () => {
    const refs: Record<string, { element: Element | null } | null> = {};
    const keep = (name: string) => (component: unknown) => void (refs[name] = component as never);
    mount(() => [
      h(AuthWidget, { ref: keep('widget'), noAutoLogin: true }),
      h(PhoneInput, { ref: keep('phone') }),
      h(CodeInput, { ref: keep('code') }),
    ]);
    await nextTick();
    expect(refs.widget?.element).to.equal(widgetOf());
    expect(refs.phone?.element).to.equal(phoneOf());
    expect(refs.code?.element).to.equal(codeOf());
  });

  it('v-model has the value of an input, and does not change an incomplete number', async () => {
    const model = reactive({ phone: '', renderings: 0 });
    const updates: string[] = [];
    mount(() =>
      h(PhoneInput, {
        modelValue: model.phone,
        'onUpdate:modelValue': (value: string) => {
          updates.push(value);
          model.phone = value;
        },
        'data-renderings': model.renderings,
        texts: { phone: 'Mobile' },
      }),
    );
    const phone: PhoneInputTag = phoneOf();
    await phone.updateComplete;
    expect(phone.texts).to.deep.equal({ phone: 'Mobile' });
    phone.focus();
    await type('916123');
    model.renderings++;
    await nextTick();
    expect(phone.dataset.renderings).to.equal('1');
    expect(phone.text).to.equal('+7 (916) 123');
    await type('4567');
    await until(() => model.phone === '79161234567');
    await press('Backspace');
    await until(() => model.phone === '');
    await nextTick();
    expect(phone.text, 'the value was empty before').to.equal('+7 (916) 123-45-6');
    expect(updates.slice(-2)).to.deep.equal(['79161234567', '']);
    model.phone = '79990000001';
    await nextTick();
    expect(phone.value).to.equal('79990000001');
    expect(phone.text).to.equal('+7 (999) 000-00-01');
  });

  it('v-model has a value from the start, and without one the field keeps its own', async () => {
    const settings = reactive<{ code: object }>({ code: { modelValue: '12' } });
    mount(() => h(CodeInput, { length: 4, ...settings.code }));
    expect(codeOf().value).to.equal('12');
    settings.code = {};
    await nextTick();
    expect(codeOf().value).to.equal('12');
    unmount();
    mount(() => h(CodeInput, { length: 4, value: '34' } as object));
    expect(codeOf().value).to.equal('34');
  });
});
