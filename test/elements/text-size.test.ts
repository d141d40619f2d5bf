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

/** The lengths of type and spacing. */
const LENGTHS = [
  ...['fontSize', 'lineHeight', 'letterSpacing', 'rowGap', 'columnGap', 'minHeight'],
  ...['padding', 'margin'].flatMap(name => ['Top', 'Right', 'Bottom', 'Left'].map(side => `${name}${side}`)),
] as (keyof CSSStyleDeclaration)[];

/** Every length of every visible element, by a name that is the same at each text size. */
function lengths(): Map<string, number> {
  const hosts = [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')];
  const elements = hosts.flatMap(host => [...host.shadowRoot!.querySelectorAll('*')]);
  return new Map(
    elements
      .filter(element => element.checkVisibility() && !element.matches('.visually-hidden, svg *'))
      .flatMap((element, index) => {
        const style = getComputedStyle(element);
        const name = element.getAttribute('part') ?? (element.className || element.localName);
        return LENGTHS.map(
          length => [`${index} ${name} ${String(length)}`, parseFloat(style[length] as string)] as const,
        );
      })
      .filter(([, length]) => length),
  );
}

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
    it(`26 px: every length of type and spacing grows, ${screen}`, async () => {
      await mount({ recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy', helpHref: '/help' });
      // The padding of the card also depends on its width.
      widget.parentElement!.style.inlineSize = '700px';
      await go();
      await settled();
      const before = lengths();
      expect(before.size).to.be.above(20);
      sheet.textContent = 'html { font-size: 26px }';
      const after = lengths();
      const others = [...before].filter(([name, length]) => !(Math.abs(after.get(name)! - length * 1.625) < 0.1));
      expect(others.map(([name, length]) => `${name}: ${length}, ${after.get(name)}`)).to.deep.equal([]);
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
