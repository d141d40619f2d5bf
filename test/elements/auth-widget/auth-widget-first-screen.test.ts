// The first screen as `auth-widget/html` writes it, compared with what the element renders.
import { expect } from '@open-wc/testing';
import { AUTH_MODES } from '../../../src/core/modes.js';
import { renderFirstScreen, styles, type FirstScreenOptions } from '../../../src/html/first-screen.js';
import { isChromium } from '../../support/browser.js';
import { HeldBackend } from '../../support/held-backend.js';
import { FILES, loadLanguage } from '../../support/languages.js';
import { mount, widget } from '../../support/widget.js';

/**
 * The languages that are compared besides those of the one-file build. The texts and the templates don't depend on the browser,
 * and WebKitGTK needs a minute for all of them, so the other browsers take one that is written from right to left and the one
 * that has variants.
 */
const LANGUAGES = isChromium ? FILES : FILES.filter(name => name === 'ar' || name === 'zh');

/** Adds a tag with its declarative shadow roots to the document, without defining it: `createHTMLDocument` has no registry. */
function parse(html: string): Element {
  const page = document.implementation.createHTMLDocument();
  page.body.setHTMLUnsafe(html);
  return page.querySelector('auth-widget')!;
}

/** Describes the elements in a shadow root, and the texts between them. */
function outline(root: ParentNode): unknown[] {
  return [...root.childNodes].flatMap((node): unknown[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue!.trim()].filter(Boolean);
    if (node.nodeType !== Node.ELEMENT_NODE || /style|link/.test((node as Element).localName)) return [];
    const element = node as Element;
    const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
    return [[element.localName, attributes, outline(element.shadowRoot ?? element)]];
  });
}

/** The attributes that are only served, so that the form does nothing until it is taken over. */
const asRendered = (host: Element): Element => {
  for (const name of ['method', 'inert']) host.shadowRoot!.querySelector('form')!.removeAttribute(name);
  host.shadowRoot!.querySelector('[part=button]')!.setAttribute('type', 'submit');
  return host;
};

type Themes = readonly (FirstScreenOptions['theme'] | undefined)[];

async function compare(
  options: FirstScreenOptions,
  properties: object = {},
  themes: Themes = [undefined],
): Promise<void> {
  const { lang = 'en', mode = 'phone-login' } = options;
  document.documentElement.lang = lang;
  await mount({ mode, backend: undefined, ...properties });
  widget.removeAttribute('lang');
  for (const theme of themes) {
    widget.theme = theme;
    await widget.updateComplete;
    await widget.shadowRoot!.querySelector('phone-input')?.updateComplete;
    const served = asRendered(parse(renderFirstScreen({ ...options, theme }).html));
    expect(served.getAttribute('theme'), 'theme').to.equal(widget.getAttribute('theme'));
    const [found, expected] = [outline(served.shadowRoot!), outline(widget.shadowRoot!)];
    if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).to.deep.equal(expected);
  }
}

describe('the first screen as HTML', () => {
  after(() => (document.documentElement.lang = ''));

  // One test for each language: WebKitGTK takes 0.2 s for a comparison, and all of them at once exceeded a test's 20 s.
  for (const lang of ['en', 'ru', ...LANGUAGES, 'xx', 'zh-Hans-CN'] as const) {
    it(`${lang}: it is what the element renders, in each mode`, async () => {
      if ((FILES as readonly string[]).includes(lang)) await loadLanguage(lang as (typeof FILES)[number]);
      for (const mode of AUTH_MODES) await compare({ mode, lang });
    });
  }

  it('it is what the element renders in each theme', async () => {
    for (const mode of AUTH_MODES) await compare({ mode }, {}, [undefined, 'light', 'dark']);
  });

  it('with links, texts of the page, and one mode', async () => {
    const texts = { signInTitle: 'Hello <you> & "me"', phone: 'Number' };
    const links = { termsHref: 'https://example.com/terms?a=1&b=2', privacyHref: 'https://example.com/privacy' };
    await compare({ modes: 'phone-login', texts, ...links }, { modes: 'phone-login', texts, ...links });
    const recoverHref = 'https://example.com/recover';
    await compare({ mode: 'login', recoverHref }, { recoverHref });
  });

  it('without the hints about the rules of the reference server, if another one is used', () =>
    compare({ mode: 'register', hasReferenceRules: false }, { backend: new HeldBackend() }));

  it('the styles are those that the element adopts, without rules that match nothing on this screen', async () => {
    await mount();
    const served = parse(renderFirstScreen().html);
    const rules = (sheets: readonly CSSStyleSheet[]) => sheets.flatMap(sheet => [...sheet.cssRules]);
    const textsOf = (list: readonly CSSRule[]) => list.map(rule => rule.cssText);
    const sheetOf = (css: string) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      return [sheet];
    };
    const phone = widget.shadowRoot!.querySelector('phone-input')!;
    for (const [name, host, element] of [
      ['widget', served, widget],
      ['phoneInput', served.shadowRoot!.querySelector('phone-input')!, phone],
    ] as const) {
      const css = host.shadowRoot!.querySelector('style')!.textContent;
      expect(css).to.equal(styles[name]);
      // What hides the form until the script has run.
      const servedRules = rules(sheetOf(css.replace('form[inert]{visibility:hidden}', '')));
      const adopted = rules(element.shadowRoot!.adoptedStyleSheets);
      expect(textsOf(servedRules)).to.deep.equal(textsOf(adopted.slice(0, servedRules.length)));
      for (const { selectorText } of adopted.slice(servedRules.length) as CSSStyleRule[])
        expect(element.shadowRoot!.querySelector(selectorText.replace(/::\w+/, '')), selectorText).to.equal(null);
    }
  });
});
