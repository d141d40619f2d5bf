// The elements grow with the browser's text size: never below the size at 16 px, never above twice that size.
import { expect } from '@open-wc/testing';
import { screens } from '../support/screens.js';
import { codeField, find, mount, phoneField, settled, submitButton, widget } from '../support/widget.js';

let sheet: HTMLStyleElement;

beforeEach(() => {
  sheet = document.createElement('style');
  document.head.append(sheet);
});

afterEach(() => {
  sheet.remove();
  widget.client.dispose();
});

const fontSize = (element: Element) => parseFloat(getComputedStyle(element).fontSize);
const inner = (host: Element, selector: string) => host.shadowRoot!.querySelector(selector)!;

/** The sizes of what is shown: texts, fields, a button and the card. */
const sizes = () => ({
  title: fontSize(find('h2')),
  label: fontSize(inner(phoneField(), 'label')),
  input: fontSize(inner(phoneField(), 'input')),
  button: submitButton().offsetHeight,
  field: inner(phoneField(), 'input').clientHeight + 2,
  card: find<HTMLElement>('[part=card]').offsetWidth,
});

const NORMAL = { title: 24, label: 14, input: 18, button: 52, field: 52, card: 400 };

describe('the text size of the browser', () => {
  for (const [root, factor] of [
    [8, 1],
    [16, 1],
    [26, 1.625],
    [48, 2],
  ] as const)
    it(`${root} px: everything has ${factor} of its size`, async () => {
      sheet.textContent = `html { font-size: ${root}px }`;
      await mount();
      const expected = Object.entries(NORMAL).map(([name, size]) => [name, size * factor] as const);
      // A window of WebKitGTK is as wide as a page can be, and Firefox shows a scroll bar beside a tall widget.
      const width = Math.min(document.documentElement.clientWidth - 16, NORMAL.card * factor);
      for (const [name, size] of expected)
        expect(sizes()[name as keyof typeof NORMAL], name).to.be.closeTo(name === 'card' ? width : size, 1);
      await screens()['a code is awaited']!();
      await settled();
      expect(fontSize(inner(codeField(), '[part=cell]'))).to.be.closeTo(24 * factor, 0.1);
      expect(fontSize(inner(codeField(), 'input'))).to.be.at.least(16);
    });

  for (const [screen, go] of Object.entries(screens()))
    it(`26 px in 320 px: nothing is wider than the card, ${screen}`, async () => {
      sheet.textContent = 'html { font-size: 26px }';
      await mount({ recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' });
      widget.parentElement!.style.inlineSize = '320px';
      await go();
      await settled();
      const { scrollWidth, clientWidth } = find('[part=card]');
      expect(scrollWidth).to.be.at.most(clientWidth);
    });
});
