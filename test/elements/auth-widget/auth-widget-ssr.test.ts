// The elements in a page that a server has rendered with `@lit-labs/ssr`: their shadow roots exist before their scripts run.
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import type {} from '../../../src/define/auth-widget.js';
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
      window.errors = [];
      addEventListener('error', event => errors.push(event.message));
      addEventListener('unhandledrejection', event => errors.push(String(event.reason)));
    </script>${modules}</html>`;
    document.body.append(frame);
    await until(() => frame.contentDocument?.querySelector('auth-widget:defined')?.shadowRoot?.querySelector('form'));
    const page = frame.contentWindow as unknown as { errors: string[]; served: string; input: HTMLInputElement };
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

  it('what was typed before the script ran is kept, and so is the focus', async () => {
    const { phone } = await load([DEFINITION]);
    expect(inner(phone).value).to.equal('+7 (916) 123-45-67');
    expect(phone.value).to.equal('79161234567');
    await until(() => phone.shadowRoot!.activeElement === inner(phone));
    await phone.updateComplete;
    expect(frame.contentDocument!.activeElement === phone).to.equal(true);
  });
});
