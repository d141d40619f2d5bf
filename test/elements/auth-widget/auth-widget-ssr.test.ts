// The elements in a page that a server has rendered with `@lit-labs/ssr`: their shadow roots exist before their scripts run.
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import type {} from '../../../src/define/auth-widget.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { inner, until } from '../../support/browser.js';

const SUPPORT = '/node_modules/@lit-labs/ssr-client/lit-element-hydrate-support.js';
const DEFINITION = '/src/define/auth-widget.ts';
const TAKEOVER = '/src/html/takeover.ts';

describe('elements that a server has rendered', () => {
  let markup: string;
  let frame: HTMLIFrameElement;

  before(async () => {
    markup = await executeServerCommand<string, undefined>('render-on-server');
  });

  afterEach(() => frame.remove());

  /** Loads the page in a frame, with these modules. */
  async function load(scripts: readonly string[]) {
    const modules = scripts.map(script => `<script type="module" src="${script}"></script>`).join('');
    frame = document.createElement('iframe');
    frame.width = frame.height = '800';
    // The person types before the modules run, which a classic script does.
    frame.srcdoc = `<!doctype html><html lang="en">${markup}<script>
      window.input = document.querySelector('phone-input').shadowRoot.querySelector('input');
      window.served = document.querySelector('auth-widget').shadowRoot.innerHTML;
      input.value = '9161234567';
      input.focus();
      window.foreign = [...document.querySelectorAll('.foreign')].map(({ shadowRoot }) => {
        const [select, input] = ['select', 'input'].map(name => shadowRoot.querySelector(name));
        input.value = '9161234567';
        return select ? 'a list' : input.placeholder;
      });
      window.isEmptied = false;
      const { shadowRoot } = document.querySelector('auth-widget');
      new MutationObserver(() => (isEmptied ||= shadowRoot.childElementCount === 0)).observe(shadowRoot, { childList: true });
      window.errors = [];
      addEventListener('error', event => errors.push(event.message));
      addEventListener('unhandledrejection', event => errors.push(String(event.reason)));
    </script>${modules}</html>`;
    document.body.append(frame);
    await until(() => frame.contentDocument?.querySelector('auth-widget:defined')?.shadowRoot?.querySelector('form'));
    const page = frame.contentWindow as unknown as {
      errors: string[];
      isEmptied: boolean;
      served: string;
      input: HTMLInputElement;
      foreign: string[];
    };
    const { contentDocument } = frame;
    const phone = contentDocument!.querySelector('phone-input')!;
    const code = contentDocument!.querySelector('code-input')!;
    await Promise.all([phone.updateComplete, code.updateComplete]);
    return { page, widget: contentDocument!.querySelector('auth-widget')!, phone, code };
  }

  for (const [name, scripts] of [
    ['without support for hydration', [DEFINITION]],
    ['with support for hydration before the definition', [SUPPORT, DEFINITION]],
    ['with support for hydration after the definition', [DEFINITION, SUPPORT]],
    ['with the takeover', [TAKEOVER, DEFINITION]],
    ['with the takeover and support for hydration', [SUPPORT, TAKEOVER, DEFINITION]],
  ] as const) {
    it(`${name}: each takes over its shadow root, and its contents appear once`, async () => {
      const { page, widget, phone, code } = await load(scripts);
      expect(page.served).to.contain('One moment');
      expect(page.errors).to.deep.equal([]);
      expect(page.isEmptied, 'what was served stays until the first render').to.equal(false);
      const count = (host: Element, selector: string) => host.shadowRoot!.querySelectorAll(selector).length;
      expect(count(widget, '[part=card]')).to.equal(1);
      expect(count(widget, '.waiting')).to.equal(0);
      expect(count(widget, 'style')).to.equal(0);
      expect(getComputedStyle(widget.shadowRoot!.querySelector('[part=card]')!).borderTopWidth).to.equal('1px');
      expect([count(phone, 'input'), count(phone, 'label'), count(code, 'input')]).to.deep.equal([1, 1, 1]);
      expect(count(code, '[part=cell]')).to.equal(6);
    });
  }

  it('with the takeover, the served input stays', async () => {
    const { page, phone } = await load([TAKEOVER, DEFINITION]);
    expect(inner(phone)).to.equal(page.input);
    expect(inner(phone).value).to.equal('+7 (916) 123-45-67');
    expect(phone.value).to.equal('79161234567');
  });

  for (const scripts of [[DEFINITION], [TAKEOVER, DEFINITION]]) {
    it(`countries: what the script makes of what a server has rendered, with ${scripts.length} modules`, async () => {
      const countries = ['us', 'ru', 'by'].map(name => `/src/countries/${name}.ts`);
      for (const order of [
        [...scripts, ...countries],
        [...countries, ...scripts],
      ]) {
        const { page } = await load(order);
        // No list, and no placeholder of another country.
        expect(page.foreign).to.deep.equal(['', '', '']);
        const fields = [...frame.contentDocument!.querySelectorAll<PhoneInput>('.foreign')];
        const list = (field: PhoneInput) => [...field.shadowRoot!.querySelectorAll('option')].map(({ value }) => value);
        await until(() => list(fields[2]!).length === 3);
        expect(fields.map(list)).to.deep.equal([['US', 'RU'], [], ['BY', 'RU', 'US']]);
        expect(fields.map(({ value }) => value)).to.deep.equal(['19161234567', '', '']);
        // Bare digits that were typed are those of the first country, and never those of Russia.
        expect(fields.map(field => inner(field).value)).to.deep.equal(['+1 916-123-4567', '9161234567', '9161234567']);
        expect(page.errors).to.deep.equal([]);
        frame.remove();
      }
    });
  }

  it('what was typed before the script ran is kept, and so is the focus', async () => {
    const { phone } = await load([DEFINITION]);
    expect(inner(phone).value).to.equal('+7 (916) 123-45-67');
    expect(phone.value).to.equal('79161234567');
    await until(() => phone.shadowRoot!.activeElement === inner(phone));
    await phone.updateComplete;
    expect(frame.contentDocument!.activeElement === phone).to.equal(true);
  });
});
