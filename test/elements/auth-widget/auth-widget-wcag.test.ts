// auth-widget, every screen, by the criteria of WCAG 2.2 AA that have no test of their own: axe in each language and theme,
// the size of targets, the spacing of text.
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { isChromium } from '../../support/browser.js';
import { themeViolationsIn, violationsIn, WITHOUT_COLOURS } from '../../support/axe.js';
import { sample } from '../../support/full.mjs';
import { FILES, forgetLanguages, loadLanguage } from '../../support/languages.js';
import { collisions, outsideOfCard } from '../../support/layout.js';
import { screens } from '../../support/screens.js';
import { mount, settled, widget } from '../../support/widget.js';

const HREFS = { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' };
const THEMES = ['', 'graphite', 'paper', 'aurora'];
const LOOKS = THEMES.flatMap(theme =>
  ['light', 'dark'].map(scheme => [`${theme || 'the defaults'} (${scheme})`, theme, scheme] as const),
);
const RIGHT_TO_LEFT = ['ar'];

let sheet: HTMLStyleElement;

beforeEach(() => {
  sheet = document.createElement('style');
  document.head.append(sheet);
});

afterEach(() => {
  sheet.remove();
  widget.client.dispose();
  forgetLanguages();
});

// Names and contrast do not depend on the engine, so one engine is enough.
if (isChromium) {
  describe('auth-widget: axe', () => {
    const loadTheme = async (name: string) =>
      name ? await (await fetch(new URL(`../../../src/themes/${name}.css`, import.meta.url))).text() : '';

    // So no name, role or state depends on a theme, and no colour on a language: each is checked alone, on all screens.
    it('a theme sets only custom properties, colours and shadows', async () => {
      await mount();
      for (const theme of THEMES.filter(Boolean)) {
        const rules = new CSSStyleSheet();
        rules.replaceSync(await loadTheme(theme));
        const properties = [...rules.cssRules].flatMap(rule => [...(rule as CSSStyleRule).style]);
        expect(properties.length, theme).to.be.above(5);
        expect(properties.filter(name => !/^--auth-|-color$|^box-shadow$/.test(name))).to.deep.equal([], theme);
      }
    });

    for (const [turn, [screen, go]] of Object.entries(screens()).entries()) {
      const languages = sample(FILES, turn);

      it(`${screen}: names, roles, states and the size of targets, in English, Russian, ${languages.join(', ')}`, async function () {
        this.timeout(60_000);
        for (const lang of languages) await loadLanguage(lang);
        const stage = await mount({ mode: 'phone-login', ...HREFS });
        await go();
        for (const lang of ['en', 'ru', ...languages]) {
          stage.dir = RIGHT_TO_LEFT.includes(lang) ? 'rtl' : 'ltr';
          widget.lang = lang;
          await settled();
          expect(await violationsIn(widget, WITHOUT_COLOURS), lang).to.deep.equal([]);
        }
      });

      const looks = sample(LOOKS, turn);

      it(`${screen}: colours and the size of targets, in ${looks.map(([look]) => look).join(', ')}`, async function () {
        this.timeout(60_000);
        const stage = await mount({ mode: 'phone-login', ...HREFS });
        await go();
        for (const [look, theme, scheme] of looks) {
          sheet.textContent = await loadTheme(theme);
          widget.theme = scheme;
          stage.style.background = scheme === 'dark' ? 'black' : 'white';
          await settled();
          expect(await themeViolationsIn(widget), look).to.deep.equal([]);
        }
      });
    }
  });
}

/** The widget, and the inputs in it: each has a shadow root. */
const hosts = (): Element[] => [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')];

/** The visible controls and links, without links in a sentence, which WCAG 2.5.8 excepts. */
const targets = (): HTMLElement[] =>
  hosts()
    .flatMap(host => [...host.shadowRoot!.querySelectorAll<HTMLElement>('button, a, input')])
    .filter(element => element.offsetHeight > 0 && !element.matches('[part=legal] > data ~ a'));

describe('auth-widget: the size of targets', () => {
  for (const [screen, go] of Object.entries(screens())) {
    it(`${screen}: at least 44 px high; at a density of 0.75 and a root of 8 px at least 24 px, to both sides`, async () => {
      await mount({ mode: 'phone-login', ...HREFS });
      await go();
      await settled();
      expect(targets().length).to.be.above(0);
      for (const target of targets()) expect(target.offsetHeight, target.textContent).to.be.at.least(44);
      sheet.textContent = 'html { font-size: 8px } auth-widget { --auth-density: 0.75 }';
      for (const { offsetWidth, offsetHeight, textContent } of targets())
        expect(Math.min(offsetWidth, offsetHeight), textContent).to.be.at.least(24);
    });
  }
});

describe('auth-widget: text with the spacing of WCAG 1.4.12, at 320 px', () => {
  for (const [screen, go] of Object.entries(screens())) {
    it(`${screen}: nothing is wider than the card, cut off, or over another text`, async () => {
      await mount({ mode: 'phone-login', ...HREFS }, inside => html`<div style="inline-size: 320px">${inside}</div>`);
      await go();
      await settled();
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-block-end: 2em !important }
      `);
      for (const { shadowRoot } of hosts()) shadowRoot!.adoptedStyleSheets.push(spacing);
      for (const lang of ['en', 'ru']) {
        widget.lang = lang;
        await settled();
        expect(getComputedStyle(widget.shadowRoot!.querySelector('h2, button')!).letterSpacing).not.to.equal('normal');
        expect(outsideOfCard(), lang).to.deep.equal([]);
        expect(collisions(), lang).to.deep.equal([]);
      }
    });
  }
});
