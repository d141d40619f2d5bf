// The properties of `code-input`: docs/behaviour/requirements.md#code-input-component-properties
import { expect, fixture, html } from '@open-wc/testing';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import { CodeBackEvent } from '../../../src/elements/code-input/code-input.events.js';
import { click, inner, press, type } from '../../support/browser.js';
import { codeInput, reports, cellsText } from '../../support/code-input.js';
import { setProperties } from '../../support/controls.js';

describe('code-input: isLoading, error and select()', () => {
  it('while a code is being checked, it is shown and can’t be changed or sent again', async () => {
    const element = await codeInput({ value: '123456' });
    const codes = reports(element);
    element.isLoading = true;
    await element.updateComplete;
    await type('9');
    await press('Backspace', 'Delete', 'Control+z', 'Enter');
    expect(element.value).to.equal('123456');
    expect(codes).to.deep.equal([]);
    expect(inner(element).getAttribute('aria-busy')).to.equal('true');
    expect(element.matches(':state(busy)')).to.equal(true);
    expect(element.shadowRoot!.activeElement).to.equal(inner(element));
  });

  it('after an error the focus stays, the code is selected, and typing replaces it', async () => {
    const element = await codeInput();
    await type('123456');
    element.isLoading = true;
    await element.updateComplete;
    element.isLoading = false;
    element.error = 'Wrong code';
    await element.updateComplete;
    expect(element.shadowRoot!.activeElement).to.equal(inner(element));
    expect(await cellsText(element)).to.equal('[123456]');
    await type('9');
    expect(await cellsText(element)).to.equal('9[_]____');
  });

  it('an error does not take the focus from elsewhere', async () => {
    const element = await codeInput({ value: '123456' });
    inner(element).blur();
    element.error = 'Wrong code';
    await element.updateComplete;
    expect(element.shadowRoot!.activeElement).to.equal(null);
  });

  it('select() focuses and selects', async () => {
    const element = await codeInput({ value: '1234' });
    inner(element).blur();
    element.select();
    expect(await cellsText(element)).to.equal('[1234]__');
  });

  it('select() before the first update is no error', () => {
    const element = document.createElement('code-input');
    expect(() => element.select()).not.to.throw();
  });
});

describe('code-input: phone, title, description and the button to go back', () => {
  it('phone, title, description', async () => {
    const element = await fixture<CodeInput>(html`<code-input></code-input>`);
    const { shadowRoot } = element;
    expect(shadowRoot!.querySelector('h2')).to.equal(null);
    expect(shadowRoot!.querySelector('button')).to.equal(null);
    expect(shadowRoot!.querySelector('#about')!.textContent).to.equal('');
    element.phone = '79161234567';
    element.title = 'Almost there';
    element.description = 'The code went to';
    await element.updateComplete;
    expect(shadowRoot!.querySelector('h2')!.textContent).to.equal('Almost there');
    expect(shadowRoot!.querySelector('#about')!.textContent.replace(/\s+/g, ' ')).to.equal(
      'The code went to +7 (916) 123-45-67',
    );
    expect(shadowRoot!.querySelector('bdi')!.dir).to.equal('ltr');
    expect(element.hasAttribute('title')).to.equal(false);
    element.description = '';
    await element.updateComplete;
    expect(shadowRoot!.querySelector('#about')!.textContent).to.contain('We sent a code to');
  });

  it('a phone of type number is formatted too', async () => {
    const code = await codeInput();
    await setProperties(code, { phone: 79161234567 });
    expect(code.shadowRoot!.querySelector('bdi')!.textContent).to.equal('+7 (916) 123-45-67');
  });

  it('onBack, and the event code-back', async () => {
    const element = await fixture<CodeInput>(html`<code-input phone="79161234567"></code-input>`);
    const calls: string[] = [];
    element.addEventListener('code-back', event => {
      expect(event).to.be.instanceOf(CodeBackEvent);
      expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
      calls.push('event');
    });
    element.onBack = (...args: unknown[]) => calls.push(`callback ${args.length}`);
    await element.updateComplete;
    await click(element.shadowRoot!.querySelector('button')!);
    expect(calls).to.deep.equal(['event', 'callback 0']);
  });

  it('an attribute cannot set a callback', async () => {
    const element = await fixture<CodeInput>(html`<code-input oncomplete="alert(1)" onback="alert(1)"></code-input>`);
    expect([element.onComplete, element.onBack]).to.deep.equal([undefined, undefined]);
  });

  it('delegated focus goes to the field, not to the button shown before it', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <label for="code">Code</label>
        <code-input id="code" phone="79161234567" title="Code" required></code-input>
      </div>`,
    );
    const element = box.querySelector('code-input')!;
    const { shadowRoot } = element;
    const [button, input] = [shadowRoot!.querySelector('button')!, inner(element)];
    expect(button.getBoundingClientRect().bottom).to.be.at.most(input.getBoundingClientRect().top);
    const actions: (() => unknown)[] = [
      () => element.focus(),
      () => click(box.querySelector('label')!),
      () => click(shadowRoot!.querySelector('h2')!),
      () => element.reportValidity(),
    ];
    for (const act of actions) {
      await act();
      expect(shadowRoot!.activeElement).to.equal(input);
      input.blur();
    }
  });

  it('without a phone, the button is shown if onBack is set', async () => {
    const element = await fixture<CodeInput>(html`<code-input .onBack=${() => {}}></code-input>`);
    expect(element.shadowRoot!.querySelector('button')!.textContent.trim()).to.equal('Back');
  });

  it('Enter on the button goes back and sends no form', async () => {
    let sent = 0;
    let back = 0;
    const form = await fixture<HTMLFormElement>(
      html`<form
        @submit=${(event: Event) => {
          event.preventDefault();
          sent++;
        }}
      >
        <code-input phone="79161234567" value="12" @code-back=${() => back++}></code-input>
      </form>`,
    );
    form.querySelector('code-input')!.shadowRoot!.querySelector('button')!.focus();
    await press('Enter');
    expect([back, sent]).to.deep.equal([1, 0]);
  });

  it('a change of the alphabet keeps what a person has typed', async () => {
    const element = await codeInput({ value: '1234' });
    await press('End');
    await type('56');
    await setProperties(element, { alphabet: 'alphanumeric' });
    expect(element.value).to.equal('123456');
  });

  it('the attribute length sets a number', async () => {
    expect((await codeInput({ length: 4 })).length).to.equal(4);
  });

  it('a change of the alphabet reads the default value again', async () => {
    const element = await codeInput({ value: 'A1B2C3' });
    await setProperties(element, { alphabet: 'alphanumeric' });
    expect(element.value).to.equal('A1B2C3');
  });

  for (const alphabet of ['x', undefined, null]) {
    it(`alphabet ${alphabet}: digits, and the keyboard for them`, async () => {
      const code = await codeInput();
      await setProperties(code, { alphabet });
      expect(inner(code).inputMode).to.equal('numeric');
    });
  }
});

describe('code-input: the full stop between the number and the hint', () => {
  it('takes no room on the screen', async () => {
    const element = await fixture<CodeInput>(html`<code-input phone="79161234567" hint="Soon."></code-input>`);
    const stop = element.shadowRoot!.querySelector('bdi + *')!;
    expect(stop.textContent).to.equal('.');
    const { width, height } = stop.getBoundingClientRect();
    expect([width <= 1, height <= 40], `${width} × ${height}`).to.deep.equal([true, true]);
  });
});
