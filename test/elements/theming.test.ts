// Everything on the screens follows the documented custom properties. They are found in the manifest, set one by one, and read
// from the computed styles, with and without the focus.
import { expect } from '@open-wc/testing';
import { engine } from '../support/browser.js';
import { composite } from '../support/colors.js';
import { screens } from '../support/screens.js';
import { find, mount, settled, focusEach, widget } from '../support/widget.js';

interface Manifest {
  readonly modules: readonly {
    readonly declarations?: readonly {
      readonly tagName?: string;
      readonly cssProperties?: readonly { name: string }[];
    }[];
  }[];
}

const manifest = (await (await fetch('/custom-elements.json')).json()) as Manifest;
const documented = (tag: string): string[] =>
  manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find(({ tagName }) => tagName === tag)!
    .cssProperties!.map(({ name }) => name);

const COLORS = documented('auth-widget').filter(name => name.startsWith('--auth-color-'));
const SENTINELS: Readonly<Record<string, string>> = {
  '--auth-radius': '3px',
  '--auth-font': 'monospace',
  '--auth-focus-ring': 'rgb(1, 2, 3) 0px 0px 0px 7px',
  '--auth-density': '1.5',
  '--auth-width': '333px',
  '--auth-shadow': 'rgb(4, 5, 6) 0px 0px 3px 0px',
};
const SCREENS = ['register', 'empty fields', 'a wrong code', 'blocked', 'signed in', 'login'];
const HREFS = { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' };

/** Computed properties that hold a colour, with the condition under which it is visible. */
const DRAWN: Readonly<Record<string, (style: CSSStyleDeclaration, element: Element) => boolean>> = {
  color: (_, element) => [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE),
  backgroundColor: () => true,
  borderTopColor: style => style.borderTopWidth !== '0px' && style.borderTopStyle !== 'none',
  borderRightColor: style => style.borderRightWidth !== '0px' && style.borderRightStyle !== 'none',
  outlineColor: style => style.outlineStyle !== 'none',
  stroke: (_, element) => element instanceof SVGGeometryElement,
};

const drawn = (): HTMLElement[] =>
  [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')]
    .flatMap(host => [...host.shadowRoot!.querySelectorAll<HTMLElement>('*')])
    .filter(element => element.checkVisibility() && !element.closest('.visually-hidden'));

const nameOf = (element: Element): string =>
  [element.localName, element.getAttribute('part') ?? element.getAttribute('class')].filter(Boolean).join('.');

/** The visible colours by element and property, without transparent ones. */
function colors(): Map<string, string> {
  const found = new Map<string, string>();
  drawn().forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const [property, isDrawn] of Object.entries(DRAWN)) {
      const value = style[property as 'color'];
      const isTransparent = composite('#f0f', value).join() === composite('#f0f').join();
      if (isDrawn(style, element) && !isTransparent) found.set(`${index} ${nameOf(element)} ${property}`, value);
    }
  });
  return found;
}

/** Stops everything that would change a colour between two readings. */
const still = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { transition: none !important; animation: none !important; }');
  for (const host of [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')])
    host.shadowRoot!.adoptedStyleSheets.push(sheet);
};

async function open(screen: string): Promise<void> {
  await mount({ mode: 'phone-login', ...HREFS });
  await screens()[screen]!();
  await settled();
  still();
}

const set = (name: string, value: string): void => widget.style.setProperty(name, value);

describe('the documented custom properties', () => {
  it('the inputs have the properties of the widget that concern them', () => {
    const own = new Set(documented('auth-widget'));
    for (const tag of ['phone-input', 'code-input']) {
      expect(documented(tag).filter(name => !own.has(name))).to.deep.equal([]);
      expect(
        [...own].filter(name => !documented(tag).includes(name)),
        tag,
      ).to.deep.equal(['--auth-color-on-accent', '--auth-width', '--auth-shadow']);
    }
    expect(Object.keys(SENTINELS).sort()).to.deep.equal([...own].filter(name => !COLORS.includes(name)).sort());
  });
});

describe('the custom properties', () => {
  afterEach(() => widget.client.dispose());

  for (const screen of SCREENS) {
    it(`colours, ${screen}: no element keeps its default`, async () => {
      await open(screen);
      (document.activeElement as HTMLElement).blur();
      await settled();
      const before = colors();
      expect(before.size).to.be.above(8);
      for (const [index, name] of COLORS.entries()) set(name, `rgb(${40 + index} 200 ${90 - index})`);
      const after = colors();
      expect([...before].filter(([place, color]) => after.get(place) === color)).to.deep.equal([]);
    });

    it(`font and corners, ${screen}: every element follows its properties`, async () => {
      await open(screen);
      set('--auth-font', SENTINELS['--auth-font']!);
      set('--auth-radius', SENTINELS['--auth-radius']!);
      for (const element of drawn()) {
        const { fontFamily, borderTopLeftRadius, borderTopWidth, backgroundColor } = getComputedStyle(element);
        expect(fontFamily, nameOf(element)).to.equal('monospace');
        if (element.matches('.spinner, .avatar, code-input input, svg *')) continue;
        const hasEdge = borderTopWidth !== '0px' || composite('#f0f', backgroundColor).join() !== '255,0,255';
        if (!hasEdge || element.parentElement?.querySelector('[part=cell]') === element.nextElementSibling) continue;
        // The corners of the card are rounder by a fixed step, those of the buttons in the switch less round.
        const expected = element.matches('[part=card]') ? '11px' : element.matches('[aria-pressed]') ? '0px' : '3px';
        expect(borderTopLeftRadius, nameOf(element)).to.equal(expected);
      }
    });

    it(`focus ring, ${screen}: every element that can have the focus`, async function () {
      await open(screen);
      if (engine === 'webkit') this.skip(); // see focusEach()
      set('--auth-focus-ring', '0 0 0 7px rgb(1, 2, 3)');
      let count = 0;
      await focusEach(element => {
        expect(getComputedStyle(element).boxShadow, nameOf(element)).to.equal(SENTINELS['--auth-focus-ring']);
        count++;
      });
      expect(count).to.be.above(0);
    });

    it(`density, ${screen}: fields, cells, buttons and the space between them`, async () => {
      await open(screen);
      const heights = () =>
        drawn()
          .filter(element =>
            element.matches(
              'button, a:not([part=legal] > a), [part=input], [part=cell], [part=card], code-input, phone-input',
            ),
          )
          .map(element => [nameOf(element), element.getBoundingClientRect().height] as const);
      const before = heights();
      set('--auth-density', SENTINELS['--auth-density']!);
      const after = heights();
      const same = before.filter(([, height], index) => after[index]![1] <= height).map(([name]) => name);
      expect(same).to.deep.equal([]);
    });
  }

  it('width: the width of the card, which is never wider than its container', async () => {
    await mount('login');
    set('--auth-width', SENTINELS['--auth-width']!);
    expect(find<HTMLElement>('[part=card]').offsetWidth).to.equal(333);
    set('--auth-width', '90000px');
    expect(find<HTMLElement>('[part=card]').offsetWidth).to.equal(widget.parentElement!.clientWidth);
  });

  it('shadow: that of the card', async () => {
    await mount('login');
    set('--auth-shadow', '0 0 3px rgb(4, 5, 6)');
    expect(getComputedStyle(find('[part=card]')).boxShadow).to.equal(SENTINELS['--auth-shadow']);
  });

  it('colours: each has its own purpose', async () => {
    const work = new Map(COLORS.map(name => [name, 0]));
    for (const screen of SCREENS) {
      await open(screen);
      for (const name of COLORS) {
        const read = () =>
          drawn()
            .map(element =>
              Object.keys(DRAWN)
                .map(key => getComputedStyle(element)[key as 'color'])
                .join(),
            )
            .join();
        const before = read();
        set(name, 'rgb(1 200 3)');
        work.set(name, work.get(name)! + Number(read() !== before));
        widget.style.removeProperty(name);
      }
      widget.client.dispose();
      widget.remove();
    }
    await mount();
    expect([...work].filter(([, screens]) => screens === 0)).to.deep.equal([]);
  });

  it('the slot header: a logo above the heading, on every screen; without one there is no space', async () => {
    for (const screen of SCREENS) {
      await open(screen);
      const top = () => find<HTMLElement>('[part=form]').offsetTop;
      const without = top();
      const logo = document.createElement('div');
      logo.slot = 'header';
      logo.style.height = '30px';
      widget.append(logo);
      expect(top() - without, screen).to.equal(50);
      expect(logo.getBoundingClientRect().bottom).to.be.at.most(find('[part=form]').getBoundingClientRect().top);
      widget.client.dispose();
      widget.remove();
    }
    await mount();
  });
});
