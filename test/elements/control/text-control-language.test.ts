// The texts of phone-input and code-input on their own, and the language that they are marked with.
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/define/code-input.js';
import '../../../src/define/phone-input.js';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { paste } from '../../support/phone-input.js';
import { forgetLanguages, loadLanguage } from '../../support/languages.js';

afterEach(forgetLanguages);

const find = (host: Element, selector: string) => host.shadowRoot!.querySelector<HTMLElement>(selector)!;
const marks = (element: HTMLElement) => [element.getAttribute('lang'), element.getAttribute('dir')];

async function show<T extends PhoneInput | CodeInput>(markup: ReturnType<typeof html>, tag: string): Promise<T> {
  const outside = await fixture<HTMLElement>(markup);
  const control = outside.querySelector<T>(tag)!;
  await control.updateComplete;
  return control;
}

describe('phone-input: texts', () => {
  it('the property texts replaces its name and its error messages at once', async () => {
    const control = await show<PhoneInput>(html`<p lang="en"><phone-input required></phone-input></p>`, 'phone-input');
    const name = () => find(control, 'input').getAttribute('aria-label');
    control.texts = { phone: 'Mobile', phoneMissing: 'No number.', phoneTooShort: '<b>Too short.</b>' };
    await control.updateComplete;
    expect([name(), control.validationMessage]).to.deep.equal(['Mobile', 'No number.']);
    control.value = '7916';
    control.texts = { phone: 'Number' };
    await control.updateComplete;
    expect(name()).to.equal('Number');
    expect(control.validationMessage).to.equal('The number is incomplete. Enter all ten digits after +7.');
    control.texts = undefined;
    await control.updateComplete;
    expect(name()).to.equal('Phone number');
  });

  it('texts in the language of the page have no lang', async () => {
    const control = await show<PhoneInput>(html`<p lang="ru"><phone-input required></phone-input></p>`, 'phone-input');
    control.reportValidity();
    await control.updateComplete;
    expect(find(control, '#error').textContent).to.equal('Введите номер телефона.');
    expect(marks(find(control, '#error'))).to.deep.equal([null, null]);
    expect(find(control, 'input').getAttribute('lang')).to.equal(null);
  });

  it('texts in another language than the page have a lang, such as English on a page in a language without texts', async () => {
    const control = await show<PhoneInput>(
      html`<p lang="he" dir="rtl"><phone-input required></phone-input></p>`,
      'phone-input',
    );
    control.reportValidity();
    await control.updateComplete;
    expect(marks(find(control, '#error'))).to.deep.equal(['en', 'ltr']);
    expect(find(control, 'input').getAttribute('lang')).to.equal('en');
    // The page's error message and label are in the language of the page.
    control.error = 'הודעה';
    control.label = 'תווית';
    await control.updateComplete;
    expect(marks(find(control, '#error'))).to.deep.equal([null, null]);
    expect(find(control, 'input').getAttribute('lang')).to.equal(null);
  });

  it('a message about a refused edit has a lang, although the message of the page has none', async () => {
    const control = await show<PhoneInput>(html`<p lang="he" dir="rtl"><phone-input></phone-input></p>`, 'phone-input');
    control.setCustomValidity('הודעה');
    control.reportValidity();
    await control.updateComplete;
    expect(find(control, '#error').textContent).to.equal('הודעה');
    expect(marks(find(control, '#error'))).to.deep.equal([null, null]);
    control.focus();
    await paste('79161234567'.repeat(40));
    await control.updateComplete;
    expect(find(control, '#error').textContent).to.equal('There are too many digits. Enter ten after +7.');
    expect(marks(find(control, '#error'))).to.deep.equal(['en', 'ltr']);
  });

  it('a removed element no longer follows the `lang` of its old place', async () => {
    const place = await fixture<HTMLElement>(html`<div lang="en"><phone-input aria-label="N"></phone-input></div>`);
    const phone = place.querySelector('phone-input')!;
    await phone.updateComplete;
    phone.remove();
    let updates = 0;
    phone.requestUpdate = () => void updates++;
    place.lang = 'ru';
    await new Promise(requestAnimationFrame); // the observers of attributes are called before it
    expect(updates).to.equal(0);
  });

  it('a right-to-left language on a left-to-right page', async () => {
    await loadLanguage('ar');
    const control = await show<PhoneInput>(
      html`<p lang="en"><phone-input lang="ar" required></phone-input></p>`,
      'phone-input',
    );
    control.reportValidity();
    await control.updateComplete;
    expect(find(control, '#error').textContent).to.equal('أدخل رقم هاتفك.');
    expect(marks(find(control, '#error'))).to.deep.equal(['ar', 'rtl']);
    expect(find(control, 'input').getAttribute('dir')).to.equal('ltr');
  });
});

describe('code-input: texts', () => {
  it('the property texts replaces its texts at once', async () => {
    const control = await show<CodeInput>(
      html`<p lang="en"><code-input phone="79161234567"></code-input></p>`,
      'code-input',
    );
    control.texts = { confirmationCode: 'One-time code', codeSentTo: 'Went to', back: 'Return' };
    await control.updateComplete;
    expect(find(control, 'input').getAttribute('aria-label')).to.equal('One-time code');
    expect(find(control, '#about').textContent).to.match(/^\s*Went to\s+\+7/);
    expect(find(control, 'button').textContent.trim()).to.equal('Return');
  });

  it('its texts have a lang if they are not in the language of the page; the number has none', async () => {
    await loadLanguage('ar');
    const control = await show<CodeInput>(
      html`<p lang="en"><code-input lang="ar" phone="79161234567"></code-input></p>`,
      'code-input',
    );
    for (const selector of ['#about data', 'button data']) {
      expect(marks(find(control, selector))).to.deep.equal(['ar', 'rtl']);
    }
    expect(marks(find(control, 'bdi'))).to.deep.equal([null, 'ltr']);
    expect(getComputedStyle(find(control, '[part=field]')).direction).to.equal('ltr');
    control.description = 'Where it went:';
    await control.updateComplete;
    expect(marks(find(control, '#about data'))).to.deep.equal([null, null]);
  });

  it('follows a `lang` around it, through a shadow root', async () => {
    await loadLanguage('kk');
    const host = await fixture<HTMLElement>(html`<p lang="en"></p>`);
    const control = document.createElement('code-input');
    host.attachShadow({ mode: 'open' }).append(control);
    await control.updateComplete;
    const name = () => find(control, 'input').getAttribute('aria-label');
    expect(name()).to.equal('Confirmation code');
    host.lang = 'kk-KZ';
    await new Promise(requestAnimationFrame);
    await control.updateComplete;
    expect(name()).to.equal('Растау коды');
  });
});
