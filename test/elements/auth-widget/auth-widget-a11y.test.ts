// auth-widget: every screen under axe, and what a screen reader announces.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { cdp, isChromium, press, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import { screens } from '../../support/screens.js';
import {
  backend,
  fill,
  find,
  focused,
  mount,
  requestCode,
  settled,
  textOf,
  toRejectedCode,
  visibleText,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

describe('auth-widget: every screen', () => {
  for (const [name, go] of Object.entries(screens())) {
    it(`${name}: no violations, light and dark, in both languages`, async () => {
      await mount();
      await go();
      for (const [lang, theme] of [
        ['en', 'light'],
        ['ru', 'dark'],
      ]) {
        widget.setAttribute('lang', lang!);
        widget.setAttribute('theme', theme!);
        widget.style.background = theme === 'dark' ? 'black' : 'white';
        await settled();
        await expect(widget).to.be.accessible();
        expect(/[а-яё]/i.test(visibleText()), `${lang}: ${visibleText()}`).to.equal(lang === 'ru');
      }
    });
  }
});

describe('auth-widget: what is announced', () => {
  it('a block is counted down outside of the alert, so that the alert is announced once', async () => {
    await mount();
    await toRejectedCode(new AuthError('blocked', { retryAfter: 900 }));
    expect(find('[role=alert]').textContent).to.equal('Too many wrong codes.');
    expect(visibleText()).to.match(/Try again in\s15\sminutes\./);
  });

  if (isChromium) {
    it('the notice about a new account describes the heading that has the focus', async () => {
      await mount('login');
      await fill('anna', 'correct horse');
      await press('Enter');
      await backend.answer('login', session({ created: true }));
      await until(() => focused()?.localName === 'h2');
      interface Node {
        readonly role: { readonly value: string };
        readonly name?: { readonly value: string };
        readonly description?: { readonly value: string };
      }
      const { nodes } = await cdp<{ nodes: Node[] }>('Accessibility.getFullAXTree');
      const heading = nodes.find(({ role, name }) => role.value === 'heading' && name?.value === 'Signed in as Anna');
      expect(heading?.description?.value).to.match(/^We created a new account, “anna”\./);
    });
  }

  it('the status is in the document before it has a text', async () => {
    await mount();
    const status = find<HTMLElement>('form [role=status]');
    expect(status.textContent.trim()).to.equal('');
    const requested = widget.client.loginByPhone('9161234567').catch(() => {});
    await settled();
    expect(find('form [role=status]')).to.equal(status);
    expect(status.textContent.trim()).to.equal('One moment…');
    await backend.answer('requestCode', new AuthError('server'));
    await requested;
    await settled();
    expect(find('form [role=status]')).to.equal(status);
    expect(status.textContent.trim()).to.equal('');
  });

  it('the status is announced, though the form is busy', async () => {
    await mount();
    await requestCode();
    expect(find('form').getAttribute('aria-busy')).to.equal('true');
    expect(find('[role=status]').getAttribute('aria-busy')).to.equal('false');
    expect(textOf('[role=status]')).to.equal('One moment…');
  });
});
