import { expect, fixture, html } from '@open-wc/testing';
import type { CodeInput } from '../../src/elements/code-input.js';
import { CodeBackEvent } from '../../src/elements/code-input.events.js';
import { click, inner, press, type } from '../support/browser.js';
import { codeInput, reports, seen } from '../support/code-input.js';

describe('code-input: completion', () => {
  it('once for each, then again only after a change', async () => {
    const element = await codeInput();
    const codes = reports(element);
    await type('123456');
    await press('Enter');
    await type('6');
    expect(codes).to.deep.equal(['123456']);
    await press('Backspace');
    await type('6');
    await type('7');
    expect(codes).to.deep.equal(['123456', '123456', '123457']);
  });

  it('not by a program that sets the value', async () => {
    const element = await codeInput();
    const codes = reports(element);
    element.value = '123456';
    expect(codes).to.deep.equal([]);
    await press('Enter');
    expect(codes).to.deep.equal(['123456']);
  });

  it('Enter completes a shorter code, of one character or more', async () => {
    const element = await codeInput();
    const codes = reports(element);
    await press('Enter');
    await type('123');
    await press('Enter');
    expect(codes).to.deep.equal(['123']);
  });

  it('the button of the form completes a shorter code, before the form is sent', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><code-input name="code" required></code-input><button>Send</button></form>`,
    );
    const order: string[] = [];
    const element = form.querySelector('code-input')!;
    element.addEventListener('code-complete', event => order.push(event.code));
    form.addEventListener('submit', event => {
      event.preventDefault();
      order.push(`form ${String(new FormData(form).get('code'))}`);
    });
    element.focus();
    await type('12');
    await click(form.querySelector('button')!);
    expect(order).to.deep.equal(['12', 'form 12']);
  });

  it('a code in two fields of a page completes its own field alone', async () => {
    const box = await fixture<HTMLElement>(html`<div><code-input></code-input><code-input></code-input></div>`);
    const [first, second] = [...box.querySelectorAll('code-input')].map(
      element => [element, reports(element)] as const,
    );
    second![0].focus();
    await type('123456');
    expect([first![1], second![1]]).to.deep.equal([[], ['123456']]);
  });
});

describe('code-input: a used code', () => {
  it('is gone when the page comes back; one that was not used stays', async () => {
    const element = await codeInput({ value: '12' });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(element.value).to.equal('12');
    await type('3456');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(element.value).to.equal('123456');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(element.value).to.equal('');
  });
});

describe('code-input: checking the code', () => {
  it('while it is being checked, the code is shown and can’t be changed or sent again', async () => {
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
    expect(await seen(element)).to.equal('[123456]');
    await type('9');
    expect(await seen(element)).to.equal('9[_]____');
  });

  it('an error takes no focus that is elsewhere', async () => {
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
    expect(await seen(element)).to.equal('[1234]__');
  });
});

describe('code-input: the properties of the requirements', () => {
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

  it('onBack, and the event code-back', async () => {
    const element = await fixture<CodeInput>(html`<code-input phone="79161234567"></code-input>`);
    const said: string[] = [];
    element.addEventListener('code-back', event => {
      expect(event).to.be.instanceOf(CodeBackEvent);
      expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
      said.push('event');
    });
    element.onBack = (...args: unknown[]) => said.push(`callback ${args.length}`);
    await element.updateComplete;
    await click(element.shadowRoot!.querySelector('button')!);
    expect(said).to.deep.equal(['event', 'callback 0']);
  });

  it('the focus that the element is given goes to the field, past the button that is drawn before it', async () => {
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
    for (const act of [
      () => element.focus(),
      () => click(box.querySelector('label')!),
      () => click(shadowRoot!.querySelector('h2')!),
      () => element.reportValidity(),
    ]) {
      await act();
      expect(shadowRoot!.activeElement).to.equal(input);
      input.blur();
    }
  });

  it('without a number, the way back is there where somebody waits for it', async () => {
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
});
