// auth-widget at 320 px, which is also a window of 1280 px at 400 % zoom: nothing is wider than the card, whatever the data.
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { registerLanguage } from '../../src/locales/registry.js';
import { english, FILES, forgetLanguages, loadLanguage, longer } from '../support/languages.js';
import { screens } from '../support/screens.js';
import { mount, settled, widget } from '../support/widget.js';

afterEach(() => {
  widget.client.dispose();
  forgetLanguages();
});

/** Everything that is drawn beside the card, in the widget and in its inputs. */
function outsideOfCard(): string[] {
  const card = widget.shadowRoot!.querySelector('[part=card]')!.getBoundingClientRect();
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < card.left - 0.5 || right > card.right + 0.5);
  };
  const elements = [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')].flatMap(host => [
    ...host.shadowRoot!.querySelectorAll('*'),
  ]);
  return elements
    .filter(isOutside)
    .map(element => `${element.localName} ${element.getAttribute('part') ?? element.getAttribute('class')}`);
}

const NAMES = {
  'a login of 32 characters': 'w'.repeat(32),
  'a name of 64 characters': 'Щ'.repeat(64),
  'a name of many words': 'Анна Мария '.repeat(5),
};

for (const [kind, name] of Object.entries(NAMES)) {
  describe(`auth-widget at 320 px, with ${kind}`, () => {
    for (const [screen, go] of Object.entries(screens(name))) {
      it(`${screen}: nothing is wider than the card`, async () => {
        await mount('phone-login', inside => html`<div style="inline-size: 320px">${inside}</div>`);
        await go();
        for (const lang of ['en', 'ru']) {
          widget.lang = lang;
          await settled();
          expect(widget.offsetWidth).to.equal(320);
          expect(outsideOfCard(), lang).to.deep.equal([]);
        }
      });
    }
  });
}

/** Pairs of elements of the widget that are drawn over each other, and texts that do not fit into theirs. */
function collisions(): string[] {
  const form = widget.shadowRoot!.querySelector('[part=form]')!;
  const parts = [...form.querySelectorAll<HTMLElement>('[part]:not([part=error]), label, .hint, .error')].filter(
    element => element.offsetHeight > 0 && !element.closest('[hidden], .visually-hidden'),
  );
  const box = (element: Element) => element.getBoundingClientRect();
  const overlapping = parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap(other => {
      if (one.contains(other) || other.contains(one)) return [];
      const [a, b] = [box(one), box(other)];
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return width > 1 && height > 1 ? [`${one.textContent.trim()} | ${other.textContent.trim()}`] : [];
    }),
  );
  const cut = parts.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1);
  return [...overlapping, ...cut.map(element => `cut: ${element.textContent.trim()}`)];
}

describe('auth-widget at 320 px, in every language and with texts that are 40 % longer', () => {
  for (const [screen, go] of Object.entries(screens())) {
    it(`${screen}: nothing is wider than the card, cut off, or over another text`, async () => {
      registerLanguage(longer('qps'));
      for (const lang of FILES) await loadLanguage(lang);
      await mount(
        { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' },
        inside => html`<div style="inline-size: 320px">${inside}</div>`,
      );
      await go();
      for (const lang of ['en', 'qps', ...FILES]) {
        widget.lang = lang;
        await settled();
        expect(widget.offsetWidth).to.equal(320);
        expect(outsideOfCard(), lang).to.deep.equal([]);
        expect(collisions(), lang).to.deep.equal([]);
      }
    });
  }

  it('the longer texts are longer by 40 %', () => {
    const lengthOf = (texts: object) => Object.values(texts).join('').length;
    expect(lengthOf(longer('qps')) / lengthOf(english)).to.be.at.least(1.4);
  });
});

describe('auth-widget at 320 px: what a person types', () => {
  it('stays inside of its field', async () => {
    await mount('register', inside => html`<div style="inline-size: 320px">${inside}</div>`);
    for (const input of widget.shadowRoot!.querySelectorAll('input')) input.value = 'w'.repeat(128);
    await settled();
    expect(outsideOfCard()).to.deep.equal([]);
  });
});
