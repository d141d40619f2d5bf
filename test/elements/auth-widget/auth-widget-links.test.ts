// auth-widget: the links to the site's pages.
import { expect } from '@open-wc/testing';
import { press } from '../../support/browser.js';
import { screens } from '../../support/screens.js';
import { focused, find, mount, query, settled, widget } from '../../support/widget.js';

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
    await mount({ mode: 'login', recoverHref: '/recover', termsHref: '/terms' });
    widget.style.inlineSize = '160px';
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
      ['Terms of service', at('terms.html')],
      ['Privacy policy', 'https://site.example/privacy'],
    ]);
    expect(find('[part=legal]').previousElementSibling?.getAttribute('name')).to.equal('footer');
    widget.removeAttribute('terms-href');
    widget.privacyHref = undefined;
    await settled();
    expect(links()).to.deep.equal([]);
  });

  it('an address with another scheme makes no link', async () => {
    await mount('login');
    for (const href of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '']) {
      for (const name of ['recover-href', 'terms-href', 'privacy-href']) widget.setAttribute(name, href);
      await settled();
      expect(links(), href).to.deep.equal([]);
    }
  });

  it('the keyboard reaches them in the order in which they are read: below the button, and last', async () => {
    await mount('login');
    Object.assign(widget, { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy' });
    await settled();
    find<HTMLElement>('[type=submit]').focus();
    const seen: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      await press('Tab');
      seen.push(focused()?.textContent.trim() ?? '');
    }
    expect(seen).to.deep.equal(['Forgot your password?', 'Create an account', 'Terms of service', 'Privacy policy']);
    const drawn = [...widget.shadowRoot!.querySelectorAll('[type=submit], [part=link]')].map(
      element => element.getBoundingClientRect().top,
    );
    expect(drawn).to.deep.equal([...drawn].sort((a, b) => a - b));
  });

  it('they are in the language of the widget, and high enough for a finger', async () => {
    await mount('login');
    Object.assign(widget, { recoverHref: '/recover', termsHref: '/terms', privacyHref: '/privacy', lang: 'ru' });
    await settled();
    expect(links().map(([text]) => text)).to.deep.equal([
      'Забыли пароль?',
      'Условия использования',
      'Политика конфиденциальности',
    ]);
    for (const link of widget.shadowRoot!.querySelectorAll('a')) expect(link.offsetHeight).to.be.at.least(44);
  });
});
