// auth-widget on a page that the browser translates: what changes is shown, on every screen.
import { expect } from '@open-wc/testing';
import { type FakeStore, stored } from '../../support/held-backend.js';
import { until } from '../../support/browser.js';
import { screens } from '../../support/screens.js';
import { translate } from '../../support/translator.js';
import { find, mount, query, settled, signIn, textOf, toCode, visibleText, widget } from '../../support/widget.js';

afterEach(() => widget.client.dispose());

/** Translates the widget and the inputs in it. */
function translateAll(): void {
  translate(widget.shadowRoot!);
  for (const input of widget.shadowRoot!.querySelectorAll('phone-input, code-input')) translate(input.shadowRoot!);
}

/** The text on the screen without the marks of the tests' translator, with every countdown as `m:ss`. */
const shown = () =>
  visibleText()
    .replace(/\d+:\d\d/g, 'm:ss')
    .replace(/[«»]/g, '');

async function inLanguage(lang: string): Promise<string> {
  widget.lang = lang;
  await settled();
  return shown();
}

describe('auth-widget: a page that is translated by the browser', () => {
  for (const [name, go] of Object.entries(screens())) {
    it(`${name}: a change of the language changes every text`, async () => {
      await mount();
      await go();
      const expected = await inLanguage('ru');
      const before = await inLanguage('en');
      translateAll();
      expect(shown()).to.equal(before);
      expect(await inLanguage('ru')).to.equal(expected);
      translateAll();
      expect(await inLanguage('en')).to.equal(before);
    });
  }

  it('another person signs in, in another tab: name and avatar are theirs', async () => {
    await mount('login');
    await signIn({ created: true });
    translateAll();
    (widget.store as FakeStore).change(stored({ user: 'u2', displayName: 'Boris', token: 'token-2' }));
    await until(() => widget.state.displayName === 'Boris');
    await settled();
    expect(textOf('h2')).to.equal('Signed in as Boris');
    expect(textOf('.avatar')).to.equal('B');
    expect(textOf('#notice')).to.equal('');
  });

  it('another mode replaces the translated heading and button', async () => {
    await mount({ mode: 'login' });
    translateAll();
    widget.mode = 'register';
    await settled();
    expect(find('h2').textContent).to.equal('Create an account');
    expect(find('[type=submit]').textContent.trim()).to.equal('Create an account');
  });

  it('the countdown goes on, and ends', async () => {
    await mount();
    await toCode({ resendIn: 2 });
    expect(textOf('.wait')).to.match(/^New code in\s0:0[12]$/);
    translateAll();
    while (textOf('.wait') !== 'New code in\u00A00:01') await settled();
    while (query('.wait')) await settled();
    expect(textOf('form > [part=link]')).to.equal('Get a new code');
  });

  it('messages come and go', async () => {
    await mount('login');
    for (const turn of [1, 2]) {
      find<HTMLFormElement>('form').requestSubmit();
      await settled();
      expect(textOf('#login-error'), `turn ${turn}`).to.equal('Fill in this field.');
      translateAll();
      find('#login').dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      await settled();
      expect(textOf('#login-error'), `turn ${turn}`).to.equal('');
    }
  });
});

describe('inputs on a page that is translated by the browser', () => {
  for (const markup of [
    '<phone-input label="One" description="First" required></phone-input>',
    '<code-input label="One" description="First" title="Top" required></code-input>',
    '<code-input label="One" description="First" title="Top" phone="79161234567" required></code-input>',
  ]) {
    it(`${markup}: label, title, description and message change`, async () => {
      const outside = document.createElement('div');
      outside.innerHTML = markup;
      document.body.append(outside);
      const input = outside.querySelector('phone-input') ?? outside.querySelector('code-input')!;
      await input.updateComplete;
      input.reportValidity();
      await input.updateComplete;
      translate(input.shadowRoot!);
      Object.assign(input, { label: 'Two', description: 'Second', title: 'Head', error: 'Wrong' });
      await input.updateComplete;
      const text = (selector: string) => input.shadowRoot!.querySelector(selector)?.textContent.trim() ?? '';
      expect(text('label')).to.equal('Two');
      expect(text('#about')).to.match(/^Second/);
      expect(text('#about').includes('+7')).to.equal(markup.includes('phone='));
      expect(text('#error')).to.equal('Wrong');
      if (markup.includes('title')) expect(text('h2')).to.equal('Head');
      outside.remove();
    });
  }
});
