// Contrast (WCAG 2.2, 1.4.3 and 1.4.11): with the defaults, with the themes, and with any accent colour that a site sets
// without a colour for the text on it.
import { expect } from '@open-wc/testing';
import { engine } from '../support/browser.js';
import { backgrounds, composite, contrast, shadowColors } from '../support/colors.js';
import { screens } from '../support/screens.js';
import { find, mount, settled, submitButton, focusEach, widget } from '../support/widget.js';

const SCHEMES = ['light', 'dark'] as const;
const THEMES = ['graphite', 'paper', 'aurora'];
const SCREENS_OF_THEMES = ['login', 'empty fields', 'a wrong code', 'blocked', 'a new account'];
const HREFS = { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' };

/** A text, a border or a ring, its backgrounds, and the least contrast that it needs. */
interface Pair {
  readonly name: string;
  readonly color: string;
  readonly on: readonly string[];
  readonly least: number;
}

const failures = (pairs: readonly Pair[]): string[] =>
  pairs.flatMap(({ name, color, on, least }) => {
    const ratio = contrast(composite(...on, color), composite(...on));
    return ratio >= least - 0.005 ? [] : [`${name}: ${ratio.toFixed(2)}, ${color} on ${on.at(-1)}`];
  });

const inAll = (selector: string): HTMLElement[] =>
  [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')].flatMap(host => [
    ...host.shadowRoot!.querySelectorAll<HTMLElement>(selector),
  ]);

const nameOf = (element: Element): string =>
  [element.localName, element.getAttribute('part') ?? element.id].filter(Boolean).join(' ');

/** Every text that is shown, except on disabled controls. */
function texts(): Pair[] {
  const elements = inAll('*').filter(
    element =>
      element.offsetParent &&
      !element.closest('[aria-disabled=true], .visually-hidden') &&
      [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent!.trim()),
  );
  return elements.map(element => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    return {
      name: `${nameOf(element)} «${element.textContent.trim()}»`,
      color,
      on: backgrounds(element),
      least: isLarge ? 3 : 4.5,
    };
  });
}

/** The examples in empty fields. WebKitGTK doesn't tell their style. */
const placeholders = (): Pair[] =>
  (engine === 'webkit' ? [] : inAll('[placeholder]')).map(element => ({
    name: `placeholder of ${nameOf(element)}`,
    color: getComputedStyle(element, '::placeholder').color,
    on: backgrounds(element),
    least: 4.5,
  }));

/** The border of every field, and of a button without a background. */
const borders = (): Pair[] =>
  inAll('[part=input], [part=cell], .quiet:not([aria-disabled=true])')
    .filter(element => getComputedStyle(element).borderTopWidth !== '0px')
    .map(element => ({
      name: `border of ${nameOf(element)}`,
      color: getComputedStyle(element).borderTopColor,
      on: backgrounds(element, false),
      least: 3,
    }));

/** The focus indicators: the border of a field, the outline of the active cell, or the ring of any other element. */
function focusMarks(element: HTMLElement): Pair[] {
  const name = `focus of ${nameOf(element)}`;
  const { outlineColor, borderTopColor, boxShadow } = getComputedStyle(element);
  const outside = backgrounds(element, false);
  if (element.matches('input, [data-active]')) {
    const color = element.matches('input') ? borderTopColor : outlineColor;
    return [
      { name, color, on: outside, least: 3 },
      { name: `${name}, inside`, color, on: backgrounds(element), least: 3 },
    ];
  }
  const [color] = shadowColors(boxShadow).slice(-1);
  expect(color, `${name}: ${boxShadow}`).to.be.a('string');
  return [{ name, color: color!, on: outside, least: 3 }];
}

describe('contrast', () => {
  let sheet: HTMLStyleElement;

  beforeEach(() => {
    sheet = document.createElement('style');
    document.head.append(sheet);
  });

  afterEach(() => {
    widget.client.dispose();
    sheet.remove();
  });

  for (const theme of ['', ...THEMES])
    for (const scheme of SCHEMES)
      it(`${theme || 'the defaults'}, ${scheme}: texts, borders and focus indicators, on every screen`, async () => {
        if (theme)
          sheet.textContent = await (await fetch(new URL(`../../src/themes/${theme}.css`, import.meta.url))).text();
        for (const [name, go] of Object.entries(screens())) {
          if (theme && !SCREENS_OF_THEMES.includes(name)) continue;
          await mount({ mode: 'phone-login', theme: scheme, ...HREFS });
          if (theme) expect(getComputedStyle(widget).getPropertyValue('--auth-radius')).not.to.equal('');
          await go();
          await settled();
          const found = texts();
          expect(found.length, name).to.be.above(0);
          expect(failures([...found, ...placeholders(), ...borders()]), name).to.deep.equal([]);
          if (engine !== 'webkit')
            await focusEach(element => {
              expect(failures(focusMarks(element)), name).to.deep.equal([]);
            });
          widget.client.dispose();
          widget.remove();
        }
      });

  for (const scheme of SCHEMES)
    (engine === 'webkit' ? it.skip : it)(
      `the defaults, ${scheme}: an example in an empty field has at most a third of the contrast of what is typed`,
      async () => {
        await mount({ mode: 'phone-login', theme: scheme });
        const [example] = placeholders();
        const ratio = (color: string) => contrast(composite(...example!.on, color), composite(...example!.on));
        const [input] = inAll('[placeholder]');
        expect(ratio(example!.color)).to.be.below(ratio(getComputedStyle(input!).color) / 3);
      },
    );

  const hues = Array.from({ length: 12 }, (_, index) => index * 30);
  const accents = [
    ...['#000', '#777', '#fff'],
    ...hues.flatMap(hue => ['100%', '45%'].flatMap(s => [10, 30, 45, 60, 75, 90].map(l => `hsl(${hue} ${s} ${l}%)`))),
  ];

  for (const scheme of SCHEMES)
    it(`any accent, ${scheme}: the text on it, links, and the field and the buttons with the focus`, async () => {
      const failed: string[] = [];
      const chosen = new Set<string>();
      await mount({ mode: 'login', theme: scheme, ...HREFS });
      const setAccent = (accent: string) => widget.style.setProperty('--auth-color-accent', accent);
      for (const accent of accents) {
        setAccent(accent);
        const submit = getComputedStyle(submitButton());
        expect(composite(submit.backgroundColor), 'the accent itself').to.deep.equal(composite(accent));
        chosen.add(composite(submit.color).join());
        const edge = {
          name: 'edge of the submit button',
          color: submit.borderTopColor,
          on: backgrounds(submitButton(), false),
          least: 3,
        };
        failed.push(...failures([...texts(), edge]).map(text => `${accent}: ${text}`));
      }
      if (engine !== 'webkit')
        await focusEach(element => {
          if (!element.matches('#login, [part=button], [part=methods] *')) return;
          for (const accent of accents) {
            setAccent(accent);
            failed.push(...failures(focusMarks(element)).map(text => `${accent}: ${text}`));
          }
        });
      expect(failed).to.deep.equal([]);
      expect(chosen.has('255,255,255'), 'white on some').to.equal(true);
      expect(chosen.size, 'dark texts, in the hue of the accent').to.be.above(10);
    });

  it('the page can set the colour of the text on the accent', async () => {
    await mount('login');
    widget.style.setProperty('--auth-color-accent', '#ff0');
    widget.style.setProperty('--auth-color-on-accent', 'rgb(1, 2, 3)');
    expect(getComputedStyle(submitButton()).color).to.equal('rgb(1, 2, 3)');
  });

  it('an accent with enough contrast to the card is used unchanged for links', async () => {
    await mount({ mode: 'login', theme: 'light' });
    for (const accent of ['#7a3cff', '#b00020', '#00695c']) {
      widget.style.setProperty('--auth-color-accent', accent);
      expect(composite(getComputedStyle(find('[part=link]')).color)).to.deep.equal(composite(accent));
    }
  });
});
