// A page's text styles, on its body or on everything with `*`, don't reach the elements.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import { make, settled, widget } from '../support/widget.js';

const LEAKING = `font-style: italic; font-variant: small-caps; font-weight: 900; line-height: 3; letter-spacing: 4px;
  word-spacing: 9px; text-align: right; text-indent: 20px; text-shadow: 1px 1px red; text-transform: uppercase;
  white-space: pre; hyphens: auto; word-break: break-all; overflow-wrap: normal;`;
const PROPERTIES = [...LEAKING.matchAll(/([\w-]+):/g)].map(([, name]) => name!);

describe('text styles of the page', () => {
  let sheet: HTMLStyleElement;

  const setPageStyles = (css: string): void => {
    sheet.textContent = css;
  };

  /** The elements in the shadow root of an element, and in the shadow roots inside it. */
  const drawn = (root: Element): Element[] =>
    [...(root.shadowRoot?.querySelectorAll('*') ?? [])].flatMap(element => [element, ...drawn(element)]);

  /** The computed text styles and the size of each of them. */
  const looks = (root: Element): string[] =>
    drawn(root).map(element => {
      const style = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      const values = PROPERTIES.map(name => `${name}: ${style.getPropertyValue(name)}`);
      return [element.localName, Math.round(width), Math.round(height), ...values].join('; ');
    });

  const elements = {
    'auth-widget': async () => {
      make('login');
      await fixture(html`<div style="width: 360px">${widget}</div>`);
      await settled();
      return widget;
    },
    'auth-widget with a phone': async () => {
      make();
      await fixture(html`<div style="width: 360px">${widget}</div>`);
      await settled();
      return widget;
    },
    'phone-input': () =>
      fixture(
        html`<phone-input
          style="width: 360px"
          label="Your phone"
          description="We call it"
          error="Not a number"
        ></phone-input>`,
      ),
    'code-input': () =>
      fixture(
        html`<code-input
          style="width: 360px"
          label="Code"
          title="The code"
          phone="79161234567"
          error="Wrong"
        ></code-input>`,
      ),
  };

  beforeEach(() => {
    sheet = document.createElement('style');
    document.head.append(sheet);
  });

  afterEach(() => {
    sheet.remove();
  });

  for (const [name, mount] of Object.entries(elements)) {
    for (const selector of ['body', '*']) {
      it(`${name}: on ${selector}, they change nothing in it`, async () => {
        const element = await mount();
        const before = looks(element);
        expect(before.length).to.be.above(4);
        setPageStyles(`${selector} { ${LEAKING} }`);
        expect(looks(element)).to.deep.equal(before);
      });
    }

    it(`${name}: the page's custom properties, direction and colour scheme still apply`, async () => {
      const element = await mount();
      setPageStyles(`* { ${LEAKING} } body { --auth-font: monospace; direction: rtl; color-scheme: dark; }`);
      const [first] = drawn(element);
      const { fontFamily, direction, colorScheme } = getComputedStyle(first!);
      expect([fontFamily, direction, colorScheme]).to.deep.equal(['monospace', 'rtl', 'dark']);
    });
  }

  it('a heading in the shadow root itself stays bold', async () => {
    const element = await elements['code-input']();
    expect(getComputedStyle(element.shadowRoot!.querySelector('h2')!).fontWeight).to.equal('650');
  });
});
