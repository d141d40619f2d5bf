// What pages, frameworks, translators and extensions do to the inputs, where a review once found them wanting.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/code-input.js';
import '../../src/define/phone-input.js';
import type { CodeInput } from '../../src/elements/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { cdp, inner, isChromium, press, type } from '../support/browser.js';
import { translate } from '../support/translator.js';

const phoneInput = () => fixture<PhoneInput>(html`<phone-input></phone-input>`);
const codeInput = () => fixture<CodeInput>(html`<code-input></code-input>`);

/** As an app sets properties that checks no types. */
async function set(element: PhoneInput | CodeInput, properties: object): Promise<void> {
  Object.assign(element, properties);
  await element.updateComplete;
}

describe('inputs: properties of an app that checks no types', () => {
  it('a value that is a number is read like its digits', async () => {
    const [phone, code] = [await phoneInput(), await codeInput()];
    await set(phone, { value: 79161234567 });
    expect(phone.value).to.equal('79161234567');
    await set(phone, { value: { phone: 1 } });
    expect(phone.value, 'an object is no number, and nothing clears').to.equal('79161234567');
    await set(code, { value: 123456 });
    expect(code.value).to.equal('123456');
  });

  it('a default value that is a number too', async () => {
    const phone = await phoneInput();
    await set(phone, { defaultValue: 9161234567 });
    expect(phone.value).to.equal('79161234567');
  });

  it('a number to show that is a number', async () => {
    const code = await codeInput();
    await set(code, { phone: 79161234567 });
    expect(code.shadowRoot!.querySelector('bdi')!.textContent).to.equal('+7 (916) 123-45-67');
  });

  for (const alphabet of ['x', undefined, null]) {
    it(`alphabet ${alphabet}: digits, and the keyboard for them`, async () => {
      const code = await codeInput();
      await set(code, { alphabet });
      expect(inner(code).inputMode).to.equal('numeric');
    });
  }

  it('a language in the spelling of other systems; one that only begins like it is another', async () => {
    const phone = await phoneInput();
    await set(phone, { lang: 'ru_RU' });
    expect(inner(phone).getAttribute('aria-label')).to.equal('Номер телефона');
    await set(phone, { lang: 'rue' });
    expect(inner(phone).getAttribute('aria-label')).to.equal('Phone number');
  });
});

describe('inputs: a page that reads the value on the way of every event', () => {
  const look = ({ target }: Event) => void (target as PhoneInput).value;

  beforeEach(() => document.addEventListener('input', look, true));
  afterEach(() => document.removeEventListener('input', look, true));

  it('phone-input: Backspace on a separator and a digit in the middle do what they do', async () => {
    const phone = await phoneInput();
    await set(phone, { value: '9161234567' });
    phone.focus();
    inner(phone).setSelectionRange(9, 9);
    await press('Backspace');
    expect(inner(phone).value).to.equal('+7 (911) 234-56-7');
    expect(inner(phone).selectionStart).to.equal(6);
    await type('5');
    expect(inner(phone).value).to.equal('+7 (915) 123-45-67');
    expect(inner(phone).selectionStart).to.equal(7);
    await type('0');
    expect(inner(phone).value, 'an eleventh digit is refused').to.equal('+7 (915) 123-45-67');
    expect(inner(phone).selectionStart).to.equal(7);
  });

  it('phone-input: a leading 8 is swallowed by the 9 behind it', async () => {
    const phone = await phoneInput();
    phone.focus();
    await type('89');
    expect(inner(phone).value).to.equal('+7 (9');
  });

  it('code-input: the caret stays behind the character that was typed; the code is reported once', async () => {
    const code = await codeInput();
    const codes: string[] = [];
    code.addEventListener('code-complete', event => codes.push(event.code));
    code.focus();
    await type('123');
    await press('Home');
    await type('9');
    expect(code.value).to.equal('923');
    expect(inner(code).selectionStart).to.equal(1);
    await press('End');
    await type('456');
    expect(codes).to.deep.equal(['923456']);
  });
});

describe('inputs: an input method that ends with the focus, without a word', () => {
  it('what it typed is a number, and what follows too', async () => {
    const phone = await phoneInput();
    phone.focus();
    inner(phone).dispatchEvent(new CompositionEvent('compositionstart'));
    inner(phone).value = '９１６';
    inner(phone).dispatchEvent(new InputEvent('input', { inputType: 'insertCompositionText', composed: true }));
    expect(inner(phone).value).to.equal('９１６');
    inner(phone).blur();
    expect(inner(phone).value).to.equal('+7 (916');
    phone.focus();
    await type('12');
    expect(inner(phone).value).to.equal('+7 (916) 12');
  });
});

// Only Chromium can be made to compose.
if (isChromium) {
  describe('inputs: a composition that ends without a word', () => {
    const compose = (text: string) =>
      cdp('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

    it('the element is moved: what stood there is a number, and what follows too', async () => {
      const phone = await phoneInput();
      phone.focus();
      await compose('916');
      (await fixture<HTMLElement>(html`<div></div>`)).append(phone);
      expect(inner(phone).value).to.equal('+7 (916');
      phone.focus();
      await type('12');
      expect(inner(phone).value).to.equal('+7 (916) 12');
    });

    it('the browser fills the field in, as Chromium was seen to: it is written as a number, and so is what follows', async () => {
      const phone = await phoneInput();
      phone.focus();
      await compose('9');
      inner(phone).value = '+79161234567';
      inner(phone).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      inner(phone).dispatchEvent(new Event('change', { bubbles: true }));
      expect(inner(phone).value).to.equal('+7 (916) 123-45-67');
      await press('Backspace');
      expect(inner(phone).value).to.equal('+7 (916) 123-45-6');
    });

    it('a value is set: it stands there, and nothing is put into it as it is', async () => {
      const phone = await phoneInput();
      phone.focus();
      await compose('916');
      phone.value = '9031112233';
      await type('1');
      expect(inner(phone).value).to.equal('+7 (903) 111-22-33');
      expect(phone.value).to.equal('79031112233');
    });
  });
}

describe('inputs: translators and extensions', () => {
  it('a message that was translated makes room for the next one', async () => {
    const phone = await phoneInput();
    const message = () => phone.shadowRoot!.querySelector('#error')!.textContent;
    await set(phone, { error: 'One' });
    translate(phone.shadowRoot!);
    expect(message()).to.equal('«One»');
    await set(phone, { error: 'Two' });
    expect(message()).to.equal('Two');
    translate(phone.shadowRoot!);
    await set(phone, { error: null });
    expect(message()).to.equal('');
  });

  it('code-input: an element that an extension puts beside the input is no cell', async () => {
    const code = await codeInput();
    inner(code).after(document.createElement('span'));
    await set(code, { value: '12', length: 4 });
    const cells = [...code.shadowRoot!.querySelectorAll('[part="cell"]')];
    expect(cells.map(cell => cell.textContent)).to.deep.equal(['1', '2', '', '']);
  });
});

it('inputs: white-space: pre-wrap around them changes nothing', async () => {
  const box = await fixture<HTMLElement>(
    html`<div>
      <phone-input label="Phone" error="Wrong"></phone-input><code-input label="Code" phone="79161234567"></code-input>
    </div>`,
  );
  const heights = () => [...box.children].map(({ clientHeight }) => clientHeight);
  const before = heights();
  box.style.whiteSpace = 'pre-wrap';
  expect(heights()).to.deep.equal(before);
});

describe('code-input: what a listener does to it', () => {
  const ACTS: Record<string, (code: CodeInput, form: HTMLFormElement) => void> = {
    'clears it': code => code.clear(),
    'sets another value': code => (code.value = '654321'),
    'resets the form': (_, form) => form.reset(),
    'sends the form': (_, form) => form.requestSubmit(),
    'removes it': code => code.remove(),
    'moves it': (code, form) => form.append(code),
    'disables it': code => (code.disabled = true),
    'makes it shorter': code => (code.length = 4),
  };
  for (const [what, act] of Object.entries(ACTS)) {
    for (const when of ['code-complete', 'input']) {
      it(`${when}: whoever ${what} hears of the code once`, async () => {
        const form = await fixture<HTMLFormElement>(
          html`<form><code-input name="code"></code-input><button></button></form>`,
        );
        form.addEventListener('submit', event => event.preventDefault());
        const code = form.querySelector('code-input')!;
        const codes: string[] = [];
        code.addEventListener('code-complete', event => codes.push(event.code));
        code.addEventListener(when, () => code.value === '123456' && act(code, form));
        code.focus();
        await type('123456');
        await code.updateComplete;
        await new Promise(requestAnimationFrame);
        expect(codes).to.deep.equal(['123456']);
      });
    }
  }
});
