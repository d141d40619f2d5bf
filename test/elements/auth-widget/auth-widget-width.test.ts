// auth-widget at 320 px, which is also a window of 1280 px at 400 % zoom: nothing is wider than the card, whatever the data.
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { registerLanguage } from '../../../src/locales/language-registry.js';
import { sample } from '../../support/full.mjs';
import { english, FILES, forgetLanguages, loadLanguage, longer } from '../../support/languages.js';
import { collisions, outsideOfCard } from '../../support/layout.js';
import { screens } from '../../support/screens.js';
import { find, mount, settled, toCode, widget } from '../../support/widget.js';

afterEach(() => {
  widget.client.dispose();
  forgetLanguages();
});

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

describe('auth-widget at 320 px, with texts that are 40 % longer and in other languages', () => {
  for (const [turn, [screen, go]] of Object.entries(screens()).entries()) {
    const languages = sample(FILES, turn);

    it(`${screen}: nothing is wider than the card, cut off, or over another text, also in ${languages.join(', ')}`, async () => {
      registerLanguage(longer('qps'));
      for (const lang of languages) await loadLanguage(lang);
      await mount(
        { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' },
        inside => html`<div style="inline-size: 320px">${inside}</div>`,
      );
      await go();
      for (const lang of ['en', 'qps', ...languages]) {
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

describe('auth-widget: the button that changes the number', () => {
  it('is beside the number in every language, also if the text before the number has two lines', async () => {
    for (const lang of FILES) await loadLanguage(lang);
    await mount('phone-login', inside => html`<div style="inline-size: 400px">${inside}</div>`);
    const { shadowRoot } = await toCode();
    for (const lang of ['en', 'ru', ...FILES]) {
      widget.lang = lang;
      await settled();
      const number = shadowRoot!.querySelector('bdi')!.getBoundingClientRect();
      const change = find('[slot=change]').getBoundingClientRect();
      expect(change.y + change.height / 2, lang).to.be.closeTo(number.y + number.height / 2, 2);
    }
  });
});

describe('auth-widget at 320 px: what a person types', () => {
  it('stays inside its field', async () => {
    await mount('register', inside => html`<div style="inline-size: 320px">${inside}</div>`);
    for (const input of widget.shadowRoot!.querySelectorAll('input')) input.value = 'w'.repeat(128);
    await settled();
    expect(outsideOfCard()).to.deep.equal([]);
  });
});
