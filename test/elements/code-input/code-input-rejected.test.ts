// A rejected code: docs/behaviour/inputs.md#rejected-code
import { expect, fixture, html } from '@open-wc/testing';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import { cdp, click, engine, inner, isChromium, media, press, type, until } from '../../support/browser.js';
import { cells, cellsText, codeInput, paste, reports } from '../../support/code-input.js';
import { setProperties } from '../../support/controls.js';

/** Returns a field that has the focus and a rejected code, and the codes that it reports afterwards. */
async function rejectedCode(
  code = '000000',
  attributes: Parameters<typeof codeInput>[0] = {},
): Promise<{ element: CodeInput; codes: string[] }> {
  const element = await codeInput(attributes);
  const codes = reports(element);
  await type(code);
  if (!codes.length) await press('Enter');
  await setProperties(element, { isLoading: true });
  await setProperties(element, { isLoading: false, error: 'Wrong code' });
  expect(codes.splice(0)).to.deep.equal([code.toUpperCase()]);
  return { element, codes };
}

describe('code-input: the first key after an error', () => {
  const PLACES: Record<string, (element: CodeInput) => Promise<void>> = {
    'where the error has left it': () => Promise.resolve(),
    'after a tap on a cell': element => click(cells(element)[3]!),
    'after a tap on the last cell': element => click(cells(element)[5]!),
    'after arrow keys': () => press('ArrowLeft', 'ArrowLeft', 'ArrowRight'),
    'after Home': () => press('Home'),
    'after End': () => press('End'),
    'after a selection by keys': () => press('Home', 'Shift+ArrowRight', 'Shift+ArrowRight'),
    'after a caret that a script has set': async element => {
      inner(element).setSelectionRange(2, 2);
      await press('Shift');
    },
    'after leaving and returning': element => {
      inner(element).blur();
      element.focus();
      return Promise.resolve();
    },
  };

  for (const [where, move] of Object.entries(PLACES)) {
    it(`a digit ${where} replaces the whole code; no other code is reported before the field is full`, async () => {
      const { element, codes } = await rejectedCode();
      await move(element);
      await type('1');
      expect(await cellsText(element)).to.equal('1[_]____');
      await type('2345');
      expect(codes).to.deep.equal([]);
      await type('6');
      expect(codes).to.deep.equal(['123456']);
    });
  }

  for (const key of ['Backspace', 'Delete', 'Control+x', 'Control+Backspace']) {
    it(`${key} after a tap on a cell takes the whole code, like any selected text`, async () => {
      const { element, codes } = await rejectedCode();
      await click(cells(element)[3]!);
      await press(key);
      expect(await cellsText(element)).to.equal('[_]_____');
      await type('123456');
      expect(codes).to.deep.equal(['123456']);
    });
  }

  it('keys that type nothing replace nothing, and the code stays selected', async () => {
    const { element, codes } = await rejectedCode();
    await press('ArrowLeft', 'ArrowRight', 'Home', 'End', 'Shift', 'Escape');
    await type('x- ');
    expect(await cellsText(element)).to.equal('[000000]');
    await press('Enter');
    expect(element.value).to.equal('000000');
    expect(codes).to.deep.equal([]);
  });

  it('Tab replaces nothing; back in the field, the code is selected', async () => {
    const { element } = await rejectedCode();
    const other = document.createElement('input');
    element.after(other);
    await press('Tab');
    expect(await cellsText(element)).to.equal('000000');
    await press('Shift+Tab');
    await until(() => element.shadowRoot!.activeElement === inner(element));
    expect(await cellsText(element)).to.equal('[000000]');
    await press('Delete');
    expect(element.value).to.equal('');
  });

  it('a tap on a cell leaves the whole code selected, because the next key replaces it', async () => {
    const { element } = await rejectedCode();
    await click(cells(element)[3]!);
    expect(await cellsText(element)).to.equal('[000000]');
  });

  it('the second key works as usual', async () => {
    const { element } = await rejectedCode();
    await type('12');
    await press('Home');
    await type('9');
    expect(await cellsText(element)).to.equal('9[2]____');
  });

  it('undo brings the code back without reporting it; then single cells can be corrected', async () => {
    const { element, codes } = await rejectedCode();
    element.addEventListener('input', () => (element.error = ''));
    await type('1');
    await press('Control+z');
    expect(element.value).to.equal('000000');
    await press('Home');
    await type('9');
    expect(await cellsText(element)).to.equal('9[0]0000');
    expect(codes).to.deep.equal([]);
    await press('Enter');
    expect(codes).to.deep.equal(['900000']);
  });

  it('undo as the first key takes back the last character', async () => {
    const { element, codes } = await rejectedCode();
    await press('Control+z');
    expect(element.value).to.equal('00000');
    await type('1');
    expect(codes).to.deep.equal(['000001']);
  });

  it('a shorter code that Enter has sent is also replaced; then its beginning can be typed again', async () => {
    const { element, codes } = await rejectedCode('123');
    await click(cells(element)[5]!);
    await type('1234');
    expect(element.value).to.equal('1234');
    await type('56');
    expect(codes).to.deep.equal(['123456']);
  });

  it('four characters, letters among them', async () => {
    const { element, codes } = await rejectedCode('ab12', { length: 4, alphabet: 'alphanumeric' });
    await click(cells(element)[1]!);
    await type('c');
    expect(await cellsText(element)).to.equal('C[_]__');
    await type('d34');
    expect(codes).to.deep.equal(['CD34']);
  });

  it('a whole code that arrives in one piece is reported, a part replaces the code', async () => {
    const { element, codes } = await rejectedCode();
    await click(cells(element)[3]!);
    await paste(element, '12');
    expect(await cellsText(element)).to.equal('12[_]___');
    await paste(element, 'Код: 123456');
    expect(codes).to.deep.equal(['123456']);
  });

  it('autofill, a password manager without events and a drop', async () => {
    const { element, codes } = await rejectedCode();
    inner(element).value = '111111';
    inner(element).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await setProperties(element, { error: 'Wrong again' });
    inner(element).value = '222222';
    inner(element).blur();
    expect(codes).to.deep.equal(['111111', '222222']);
    await setProperties(element, { error: 'And again' });
    element.focus();
    inner(element).setRangeText('3', 4, 4, 'select');
    inner(element).dispatchEvent(new InputEvent('input', { inputType: 'insertFromDrop', composed: true }));
    expect(element.value).to.equal('3');
  });

  // Only Chromium can be driven to compose.
  if (isChromium) {
    it('a composition replaces the code, even if the page removes its error at the first event', async () => {
      const { element, codes } = await rejectedCode();
      element.addEventListener('input', () => (element.error = ''));
      await click(cells(element)[3]!);
      inner(element).setSelectionRange(3, 4);
      for (const text of ['1', '12', '123']) {
        await cdp('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
        expect(element.value).to.equal(text);
        await element.updateComplete;
      }
      await cdp('Input.insertText', { text: '123' });
      expect(await cellsText(element)).to.equal('123[_]__');
      await type('456');
      expect(codes).to.deep.equal(['123456']);
    });
  }
});

describe('code-input: how a rejected code looks', () => {
  const look = (cell: HTMLElement) => {
    const { borderColor, borderStyle, outlineColor, boxShadow } = getComputedStyle(cell);
    return { borderColor, borderStyle, outlineColor, boxShadow };
  };

  it('selected cells have their border, outline and ring in the colour of the error', async () => {
    const element = await codeInput({ value: '12' });
    await cellsText(element);
    const focused = look(cells(element)[2]!);
    const { element: rejected } = await rejectedCode();
    expect(await cellsText(rejected)).to.equal('[000000]');
    const { color } = getComputedStyle(rejected.shadowRoot!.querySelector('#error')!);
    expect(color).not.to.equal(focused.borderColor);
    for (const cell of cells(rejected)) {
      expect({ ...look(cell), boxShadow: '' }).to.deep.equal({
        ...focused,
        boxShadow: '',
        borderColor: color,
        outlineColor: color,
      });
      expect(look(cell).boxShadow).to.match(/0px 0px 0px 3px/);
      expect(look(cell).boxShadow).not.to.equal(focused.boxShadow);
    }
    expect(focused.boxShadow).not.to.equal('none');
  });

  // WebKitGTK has no forced colours.
  if (engine !== 'webkit') {
    it('the border is double in forced colours, which have no colour for an error', async () => {
      await media({ forcedColors: 'active' });
      await until(() => matchMedia('(forced-colors: active)').matches);
      try {
        const { element } = await rejectedCode();
        expect(look(cells(element)[0]!).borderStyle).to.equal('double');
        await setProperties(element, { error: '' });
        expect(look(cells(element)[0]!).borderStyle).to.equal('solid');
      } finally {
        await media({ forcedColors: 'none' });
      }
    });
  }
});

describe('code-input: which code counts as rejected', () => {
  it('one that was sent, even if the error comes while the focus is elsewhere', async () => {
    const element = await codeInput();
    await type('000000');
    inner(element).blur();
    await setProperties(element, { error: 'Wrong code' });
    await click(cells(element)[3]!);
    expect(await cellsText(element)).to.equal('[000000]');
    await type('1');
    expect(element.value).to.equal('1');
  });

  it('one that the submit button of a form has sent', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form @submit=${(event: Event) => event.preventDefault()}>
        <code-input value="000000"></code-input><button>Send</button>
      </form>`,
    );
    const element = form.querySelector('code-input')!;
    await click(form.querySelector('button')!);
    await setProperties(element, { error: 'Wrong code' });
    await click(cells(element)[2]!);
    await type('1');
    expect(element.value).to.equal('1');
  });

  it('each of several with the same error, whether the page sets it again or not', async () => {
    const { element, codes } = await rejectedCode();
    await type('111111');
    await setProperties(element, { error: 'Wrong code' });
    await click(cells(element)[3]!);
    await type('2');
    expect(element.value).to.equal('2');
    await type('22222');
    await setProperties(element, { error: '' });
    await setProperties(element, { error: 'Wrong code' });
    expect(await cellsText(element)).to.equal('[222222]');
    expect(codes).to.deep.equal(['111111', '222222']);
  });

  it('one whose error the page has removed when the field was tapped', async () => {
    const { element } = await rejectedCode();
    inner(element).blur();
    element.addEventListener('focusin', () => (element.error = ''));
    await click(cells(element)[3]!);
    await element.updateComplete;
    await type('1');
    expect(element.value).to.equal('1');
  });

  it('not one that was sent after that error, while it is being checked', async () => {
    const { element, codes } = await rejectedCode();
    element.addEventListener('input', () => (element.error = ''));
    await type('123456');
    await element.updateComplete;
    await type('7');
    expect(await cellsText(element)).to.equal('12345[7]');
    expect(codes).to.deep.equal(['123456']);
  });

  it('not one that was never sent: an error about what is typed leaves it', async () => {
    const element = await codeInput();
    await type('12');
    inner(element).blur();
    await setProperties(element, { error: 'Six digits, please' });
    element.focus();
    await type('3');
    expect(element.value).to.equal('123');
  });

  it('not one that a program has set since', async () => {
    const { element } = await rejectedCode();
    element.value = '123456';
    await press('Home');
    await type('9');
    expect(await cellsText(element)).to.equal('9[2]3456');
  });
});
