// When `code-complete` is fired.
import { expect, fixture, html } from '@open-wc/testing';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import { click, inner, press, type } from '../../support/browser.js';
import { codeInput, paste, reports } from '../../support/code-input.js';

describe('code-input: completion', () => {
  it('fires once for a code, and again only after a change', async () => {
    const element = await codeInput();
    const codes = reports(element);
    await type('123456');
    await press('Enter');
    await type('6');
    expect(codes).to.deep.equal(['123456']);
    await press('Backspace');
    await type('6');
    expect(codes).to.deep.equal(['123456', '123456']);
  });

  it('typing over a character of a full code completes nothing; Enter does', async () => {
    const element = await codeInput();
    const codes = reports(element);
    await type('1234567');
    await press('Home');
    await type('98');
    await paste(element, '76');
    expect(element.value).to.equal('987657');
    expect(codes).to.deep.equal(['123456']);
    await press('Enter', 'Enter');
    expect(codes).to.deep.equal(['123456', '987657']);
  });

  it('filling the last empty cell completes the code, wherever that cell is', async () => {
    const element = await codeInput({ value: '123456' });
    const codes = reports(element);
    await press('Home', 'Delete');
    await type('98');
    expect(element.value).to.equal('98456');
    expect(codes).to.deep.equal([]);
    await press('End');
    await type('7');
    expect(codes).to.deep.equal(['984567']);
  });

  it('reading a code that was filled in without an event completes nothing; the next event does', async () => {
    for (const [name, read] of Object.entries<(element: CodeInput) => unknown>({
      value: element => element.value,
      validity: element => element.validity,
      validationMessage: element => element.validationMessage,
      'checkValidity()': element => element.checkValidity(),
    })) {
      const element = await codeInput();
      const codes = reports(element);
      inner(element).value = '123456';
      read(element);
      expect(codes, name).to.deep.equal([]);
      expect(element.value, name).to.equal('123456');
      await click(document.body, 0.9, 0.9);
      expect(codes, name).to.deep.equal(['123456']);
    }
  });

  it('a code that a program sets after the field was read completes nothing', async () => {
    const element = await codeInput();
    const codes = reports(element);
    inner(element).value = '123456';
    expect(element.value).to.equal('123456');
    element.value = '654321';
    await click(document.body, 0.9, 0.9);
    expect(codes).to.deep.equal([]);
  });

  it('a disabled field completes nothing when its form is submitted', async () => {
    const form = await fixture<HTMLFormElement>(html`<form><code-input value="123456" disabled></code-input></form>`);
    form.addEventListener('submit', event => event.preventDefault());
    const codes = reports(form.querySelector('code-input')!);
    form.requestSubmit();
    expect(codes).to.deep.equal([]);
  });

  it('a readonly field that never asked for an SMS completes its code when its form is submitted', async () => {
    const form = await fixture<HTMLFormElement>(html`<form><code-input readonly value="123456"></code-input></form>`);
    const element = form.querySelector('code-input')!;
    const codes = reports(element);
    form.addEventListener('submit', event => event.preventDefault());
    form.requestSubmit();
    expect(codes).to.deep.equal(['123456']);
  });

  it('the submission of another form completes nothing', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <form></form>
        <code-input value="1234"></code-input>
      </div>`,
    );
    const codes = reports(box.querySelector('code-input')!);
    const form = box.querySelector('form')!;
    form.addEventListener('submit', event => event.preventDefault());
    form.requestSubmit();
    expect(codes).to.deep.equal([]);
  });

  it('Enter while the code is checked submits nothing', async () => {
    const form = await fixture<HTMLFormElement>(html`<form><code-input name="code"></code-input></form>`);
    const element = form.querySelector('code-input')!;
    let submitted = 0;
    form.addEventListener('submit', event => {
      event.preventDefault();
      submitted++;
    });
    element.focus();
    await type('123456');
    element.isLoading = true;
    await element.updateComplete;
    await press('Enter');
    expect(submitted).to.equal(0);
    element.isLoading = false;
    await element.updateComplete;
    await press('Enter');
    expect(submitted).to.equal(1);
  });

  it('undo and redo complete nothing', async () => {
    const element = await codeInput();
    const codes = reports(element);
    await type('123456');
    await press('Backspace', 'Control+z');
    expect(element.value).to.equal('123456');
    await press('Control+z', 'Control+y');
    expect(element.value).to.equal('123456');
    expect(codes).to.deep.equal(['123456']);
    await press('Enter');
    expect(codes).to.deep.equal(['123456', '123456']);
  });

  it('a whole code that arrives in one piece and replaces another completes the field', async () => {
    const element = await codeInput();
    const codes = reports(element);
    await type('123456');
    await press('Home');
    await paste(element, '12-34-57');
    expect(codes).to.deep.equal(['123456', '123457']);
    inner(element).value = '123458';
    inner(element).dispatchEvent(new Event('input', { bubbles: true }));
    expect(codes).to.deep.equal(['123456', '123457', '123458']);
  });

  it('a field of one cell completes with its first character, and by Enter with the next', async () => {
    const element = await codeInput({ length: 1 });
    const codes = reports(element);
    await type('12');
    expect(element.value).to.equal('2');
    expect(codes).to.deep.equal(['1']);
    await press('Enter');
    expect(codes).to.deep.equal(['1', '2']);
  });

  it('code-complete does not fire when a program sets the value', async () => {
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

  it('the submit button of the form completes a shorter code before the form is sent', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><code-input name="code" required></code-input><button>Send</button></form>`,
    );
    const order: string[] = [];
    const element = form.querySelector('code-input')!;
    element.addEventListener('code-complete', event => order.push(event.code));
    form.addEventListener('submit', event => {
      event.preventDefault();
      order.push(`form ${new FormData(form).get('code') as string}`);
    });
    element.focus();
    await type('12');
    await click(form.querySelector('button')!);
    expect(order).to.deep.equal(['12', 'form 12']);
  });

  it('with two fields on a page, a code completes only its own field', async () => {
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
  it('is cleared when the page returns from the back/forward cache; an unused one stays', async () => {
    const element = await codeInput({ value: '12' });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(element.value).to.equal('12');
    await type('3456');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(element.value).to.equal('123456');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(element.value).to.equal('');
  });

  it('of an element that was removed stays when the page returns', async () => {
    const element = await codeInput();
    await type('123456');
    element.remove();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(element.value).to.equal('123456');
  });
});

describe('code-input: a listener that acts on the element', () => {
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
      it(`of ${when}, and ${what}: code-complete fires once`, async () => {
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
