// auth-widget: the links to the site's pages.
import { expect } from '@open-wc/testing';
import { press } from '../../support/browser.js';
import { screens } from '../../support/screens.js';
import { focused, find, mount, query, settled, textOf, widget } from '../../support/widget.js';

afterEach(() => widget.client.dispose());

const links = () =>
  [...widget.shadowRoot!.querySelectorAll('a')].map(link => [link.textContent.trim(), link.getAttribute('href')]);
const at = (path: string) => new URL(path, document.baseURI).href;

describe('auth-widget: links', () => {
  for (const [screen, go] of Object.entries(screens())) {
    it(`${screen}: none without an address`, async () => {
      await mount();
      await go();
      await settled();
      expect(links()).to.deep.equal([]);
      expect(query('[part=legal]')).to.equal(null);
    });
  }

  it('recover-href: on the form for signing in by password, and nowhere else', async () => {
    await mount('login');
    widget.setAttribute('recover-href', '/recover');
    await settled();
    expect(links()).to.deep.equal([['Forgot your password?', at('/recover')]]);
    for (const mode of ['register', 'phone-login', 'phone-register'] as const) {
      widget.client.setMode(mode);
      await settled();
      expect(links(), mode).to.deep.equal([]);
    }
  });

  it('a link on two lines: both are centred, one close below the other', async () => {
    await mount({ mode: 'login', termsHref: '/terms' });
    widget.style.inlineSize = '160px';
    widget.texts = { terms: 'The terms of service of this site' };
    await settled();
    const { left, right } = find('[part=card]').getBoundingClientRect();
    for (const link of widget.shadowRoot!.querySelectorAll('a')) {
      const range = document.createRange();
      range.selectNodeContents(link);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const tops = [...new Set(lines.map(({ top }) => Math.round(top)))].sort((a, b) => a - b);
      expect(tops.length, link.textContent).to.be.above(1);
      for (const [index, top] of tops.slice(1).entries()) expect(top - tops[index]!).to.be.below(30);
      for (const line of lines)
        expect((line.left + line.right) / 2, link.textContent).to.be.closeTo((left + right) / 2, 6);
    }
  });

  it('terms-href and privacy-href: below the form, next to what the page slots in; either may be missing', async () => {
    await mount();
    widget.setAttribute('terms-href', 'terms.html');
    await settled();
    expect(links()).to.deep.equal([['Terms of service', at('terms.html')]]);
    widget.privacyHref = 'https://site.example/privacy';
    await settled();
    expect(links()).to.deep.equal([
      ['terms', at('terms.html')],
      ['privacy policy', 'https://site.example/privacy'],
    ]);
    expect(textOf('[part=legal]')).to.equal('By continuing you accept the terms and the privacy policy.');
    expect(find('[part=legal]').previousElementSibling?.getAttribute('name')).to.equal('footer');
    widget.removeAttribute('terms-href');
    widget.privacyHref = undefined;
    await settled();
    expect(links()).to.deep.equal([]);
  });

  it('the sentence is on the first screens alone', async () => {
    for (const [screen, go] of Object.entries(screens())) {
      await mount({ termsHref: '/terms', privacyHref: '/privacy' });
      await go();
      await settled();
      const isFirst = widget.client.flow.screen === 'credentials';
      expect(query('[part=legal]') !== null, screen).to.equal(isFirst);
      widget.client.dispose();
    }
  });

  it('an address with another scheme makes no link', async () => {
    await mount('login');
    for (const href of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '']) {
      for (const name of ['recover-href', 'terms-href', 'privacy-href']) widget.setAttribute(name, href);
      await settled();
      expect(links(), href).to.deep.equal([]);
    }
  });

  it('the keyboard reaches a forgotten password after the field that it is about, and the legal links last', async () => {
    await mount('login');
    Object.assign(widget, { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' });
    await settled();
    find<HTMLElement>('.eye').focus();
    const seen: string[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await press('Tab');
      seen.push(focused()?.textContent.trim() ?? '');
    }
    expect(seen).to.deep.equal(['Forgot your password?', 'Sign in', 'Create an account', 'terms', 'privacy policy']);
    const topOf = (selector: string) => find(selector).getBoundingClientRect().top;
    expect(topOf('.line + a'), 'above the field').to.be.below(topOf('#password'));
    expect(topOf('[part=legal]')).to.be.above(topOf('[type=submit]'));
  });

  it('they are in the language of the widget, and high enough for a finger', async () => {
    await mount('login');
    Object.assign(widget, { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy', lang: 'ru' });
    await settled();
    expect(links().map(([text]) => text)).to.deep.equal(['Забыли пароль?', 'условия', 'политику конфиденциальности']);
    expect(find<HTMLElement>('.line + a').offsetHeight).to.be.at.least(44);
    // Alone, a link isn't part of a sentence.
    widget.privacyHref = undefined;
    await settled();
    expect(find<HTMLElement>('[part=legal] a').offsetHeight).to.be.at.least(44);
  });
});
