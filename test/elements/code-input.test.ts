import { expect, fixture, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import type { CodeInput } from '../../src/elements/code-input.js';
import { cdp, click, engine, inner, isChromium, pointIn, press, type } from '../support/browser.js';
import { cells, codeInput, paste, reports, seen } from '../support/code-input.js';

describe('code-input: the inner input', () => {
  it('is one, over all cells, transparent but there', async () => {
    const element = await codeInput();
    const inputs = element.shadowRoot!.querySelectorAll('input');
    expect(inputs.length).to.equal(1);
    const input = inputs[0]!;
    expect(input.type).to.equal('text');
    expect(input.inputMode).to.equal('numeric');
    expect(input.getAttribute('autocomplete')).to.equal('one-time-code');
    expect(input.getAttribute('autocorrect')).to.equal('off');
    expect(input.getAttribute('spellcheck')).to.equal('false');
    expect(input.getAttribute('translate')).to.equal('no');
    expect(input.dir).to.equal('ltr');
    expect(input.hasAttribute('maxlength')).to.equal(false);
    expect(getComputedStyle(input).opacity).to.equal('1');
    expect(parseFloat(getComputedStyle(input).fontSize)).to.be.at.least(16);
    const [first, last] = [cells(element)[0]!.getBoundingClientRect(), cells(element)[5]!.getBoundingClientRect()];
    const box = input.getBoundingClientRect();
    expect(box.left).to.be.at.most(first.left);
    expect(box.right).to.be.at.least(last.right - 0.5);
    expect(box.height).to.be.at.least(44);
  });

  it('its cells are drawn, and are nothing for a screen reader', async () => {
    for (const cell of cells(await codeInput())) expect(cell.getAttribute('aria-hidden')).to.equal('true');
  });

  it('asks for letters where the code has letters', async () => {
    expect(inner(await codeInput({ alphabet: 'alphanumeric' })).inputMode).to.equal('text');
  });
});

describe('code-input: typing', () => {
  it('the focus lands on the first cell, and every character moves to the next', async () => {
    const element = await codeInput();
    const shown = [await seen(element)];
    for (const digit of '123456') {
      await type(digit);
      shown.push(await seen(element));
    }
    expect(shown).to.deep.equal(['[_]_____', '1[_]____', '12[_]___', '123[_]__', '1234[_]_', '12345[_]', '12345[6]']);
    expect(element.value).to.equal('123456');
  });

  it('what is no digit is refused and moves nothing', async () => {
    const element = await codeInput({ value: '12' });
    await type('a- я');
    expect(await seen(element)).to.equal('12[_]___');
    await press('ArrowLeft');
    await type('x');
    expect(await seen(element)).to.equal('1[2]____');
    expect(element.value).to.equal('12');
  });

  it('on a filled cell it overwrites; the same character again still advances', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home');
    await type('9');
    expect(await seen(element)).to.equal('9[2]3456');
    await type('2');
    expect(await seen(element)).to.equal('92[3]456');
    expect(element.value).to.equal('923456');
  });

  it('at the end of a full code it overwrites the last', async () => {
    const element = await codeInput();
    await type('1234567');
    expect(await seen(element)).to.equal('12345[7]');
  });

  it('letters where they belong, in upper case', async () => {
    const element = await codeInput({ alphabet: 'alphanumeric' });
    await type('a1-b2я');
    expect(await seen(element)).to.equal('A1B2[_]_');
  });

  it('one to six cells; whatever else is asked for becomes one of these', async () => {
    for (const [length, count] of [
      [1, 1],
      [4, 4],
      [6, 6],
      [9, 6],
      [0, 6],
      [-1, 1],
      [NaN, 6],
    ] as const) {
      const element = await codeInput({ length });
      expect(cells(element).length, String(length)).to.equal(count);
      await type('1234567');
      expect(element.value.length).to.equal(count);
    }
  });

  it('a length that changes keeps what fits', async () => {
    const element = await codeInput({ value: '123456' });
    element.length = 4;
    await element.updateComplete;
    expect(element.value).to.equal('1234');
    expect(cells(element).length).to.equal(4);
  });

  it('the order of the attributes does not matter', async () => {
    const element = await fixture<CodeInput>(
      html`<code-input value="AB12" alphabet="alphanumeric" length="4"></code-input>`,
    );
    expect(element.value).to.equal('AB12');
  });
});

describe('code-input: deleting', () => {
  it('Backspace on an empty cell deletes the one before', async () => {
    const element = await codeInput({ value: '123' });
    await press('Backspace');
    expect(await seen(element)).to.equal('12[_]___');
    await press('Backspace', 'Backspace', 'Backspace');
    expect(await seen(element)).to.equal('[_]_____');
  });

  it('Backspace after the last character takes it, and another can be typed', async () => {
    const element = await codeInput();
    await type('123457');
    await press('Backspace');
    expect(await seen(element)).to.equal('12345[_]');
    await type('6');
    expect(element.value).to.equal('123456');
  });

  it('Backspace on a filled cell deletes and moves back; the value stays in one piece', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home', 'ArrowRight', 'ArrowRight', 'Backspace');
    expect(await seen(element)).to.equal('1[2]456_');
    await press('Backspace', 'Backspace');
    expect(await seen(element)).to.equal('[4]56___');
  });

  it('Delete takes the character in the cell and stays', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home', 'ArrowRight', 'Delete');
    expect(await seen(element)).to.equal('1[3]456_');
    await press('End', 'Delete');
    expect(await seen(element)).to.equal('13456[_]');
  });

  it('Ctrl+Backspace takes all before the caret', async () => {
    const element = await codeInput({ value: '12345' });
    await press('Control+Backspace');
    expect(await seen(element)).to.equal('[_]_____');
  });

  it('Ctrl+Backspace on a filled cell takes it and all before it', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home', 'ArrowRight', 'Control+Backspace');
    expect(await seen(element)).to.equal('[3]456__');
  });

  it('select-all and Backspace gives empty', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Control+a', 'Backspace');
    expect(await seen(element)).to.equal('[_]_____');
  });

  it('clear() empties it', async () => {
    const element = await codeInput({ value: '123456' });
    element.clear();
    expect(await seen(element)).to.equal('[_]_____');
    expect(element.value).to.equal('');
  });
});

describe('code-input: moving', () => {
  it('Left, Right, Home, End', async () => {
    const element = await codeInput({ value: '1234' });
    const shown: string[] = [];
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home', 'ArrowLeft', 'End', 'ArrowRight']) {
      await press(key);
      shown.push(await seen(element));
    }
    expect(shown).to.deep.equal(['123[4]__', '12[3]4__', '123[4]__', '[1]234__', '[1]234__', '1234[_]_', '1234[_]_']);
  });

  it('Left from the end of a full code goes to the last but one', async () => {
    const element = await codeInput();
    await type('123456');
    await press('ArrowLeft');
    expect(await seen(element)).to.equal('1234[5]6');
  });

  it('select-all shows all, and an arrow ends it', async () => {
    const element = await codeInput({ value: '1234' });
    await press('Control+a', 'Shift');
    expect(await seen(element)).to.equal('[1234]__');
    await press('ArrowLeft');
    expect(await seen(element)).to.equal('[1]234__');
  });

  it('a click goes to its cell, or to the first empty one', async () => {
    const element = await codeInput({ value: '123' });
    for (const [cell, shown] of [
      [0, '[1]23___'],
      [2, '12[3]___'],
      [3, '123[_]__'],
      [5, '123[_]__'],
      [1, '1[2]3___'],
    ] as const) {
      await click(cells(element)[cell]!);
      expect(await seen(element)).to.equal(shown);
    }
    await click(cells(element)[0]!, 0.9);
    expect(await seen(element)).to.equal('[1]23___');
  });

  it('a click on the caret that is drawn in the active cell leaves it there', async () => {
    const element = await codeInput({ value: '123' });
    expect(await seen(element)).to.equal('123[_]__');
    // In the very middle.
    await click(cells(element)[3]!);
    expect(await seen(element)).to.equal('123[_]__');
  });

  // In WebKitGTK the tests can't hold the button of the mouse.
  if (engine !== 'webkit') {
    it('the mouse with its button down drags no character away', async () => {
      const element = await codeInput({ value: '123456' });
      await click(cells(element)[2]!);
      expect(await seen(element)).to.equal('12[3]456');
      // Where the third character is in the text that nobody sees.
      const context = document.createElement('canvas').getContext('2d')!;
      const { fontSize, fontFamily } = getComputedStyle(inner(element));
      context.font = `${fontSize} ${fontFamily}`;
      const [, y] = pointIn(inner(element));
      const x = inner(element).getBoundingClientRect().left + context.measureText('12').width + 4;
      await sendMouse({ type: 'move', position: [Math.round(x), y] });
      await sendMouse({ type: 'down' });
      for (const cell of [3, 4, 5]) await sendMouse({ type: 'move', position: pointIn(cells(element)[cell]!) });
      await sendMouse({ type: 'up' });
      expect(await seen(element)).to.equal('12345[6]');
      expect(element.value).to.equal('123456');
    });
  }

  it('Tab leaves in one press', async () => {
    const box = await fixture<HTMLElement>(
      html`<div><code-input value="12"></code-input><button>Next</button><input aria-label="Last" /></div>`,
    );
    box.querySelector('code-input')!.focus();
    await press('Tab');
    expect(document.activeElement).to.equal(box.querySelector('button'));
    expect(await seen(box.querySelector('code-input')!)).to.equal('12____');
  });

  it('Tab comes to the first empty cell', async () => {
    const box = await fixture<HTMLElement>(
      html`<div><button>Before</button><code-input value="12"></code-input><input aria-label="Last" /></div>`,
    );
    box.querySelector('button')!.focus();
    await press('Tab');
    expect(await seen(box.querySelector('code-input')!)).to.equal('12[_]___');
  });

  it('a cell that was selected backwards is a cell like any other', async () => {
    const element = await codeInput({ value: '1' });
    await press('Shift+ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight');
    expect(await seen(element)).to.equal('[1]_____');
    await press('Delete');
    expect(await seen(element)).to.equal('[_]_____');
  });

  it('a caret that was moved by other means is followed', async () => {
    const element = await codeInput({ value: '1234' });
    inner(element).setSelectionRange(1, 1);
    await press('Shift');
    expect(await seen(element)).to.equal('1[2]34__');
  });
});

describe('code-input: pasting, and codes that come in one piece', () => {
  for (const text of ['123456', '123-456', '12 34 56', 'Код: 123456', '12:30: ваш код 123456']) {
    it(`${text} is pasted as 123456`, async () => {
      const element = await codeInput();
      const codes = reports(element);
      await paste(element, text);
      expect(await seen(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    });
  }

  it('a whole code replaces what is there, wherever the caret is', async () => {
    const element = await codeInput({ value: '98' });
    await paste(element, '123456');
    expect(element.value).to.equal('123456');
  });

  it('a part goes over what stands at the caret', async () => {
    const element = await codeInput({ value: '1234' });
    await press('Home', 'ArrowRight');
    await paste(element, '98');
    expect(await seen(element)).to.equal('198[4]__');
  });

  it('a text without a code changes nothing', async () => {
    const element = await codeInput({ value: '12' });
    await paste(element, 'нет');
    expect(element.value).to.equal('12');
  });

  it('one input event that carries all digits fills everything, with a type or without one', async () => {
    for (const inputType of ['insertText', 'insertReplacementText', undefined]) {
      const element = await codeInput();
      const codes = reports(element);
      inner(element).value = '123456';
      inner(element).dispatchEvent(
        inputType
          ? new InputEvent('input', { inputType, data: '123456', bubbles: true, composed: true })
          : new Event('input', { bubbles: true, composed: true }),
      );
      expect(await seen(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    }
  });

  // Only Chromium can be driven to insert a text in one piece and to compose.
  if (isChromium) {
    it('a keyboard that inserts the code from an SMS', async () => {
      const element = await codeInput({ value: '9' });
      const codes = reports(element);
      await cdp('Input.insertText', { text: '123456' });
      expect(await seen(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    });

    it('a composition shows as it grows, and is reported once', async () => {
      const element = await codeInput();
      const codes = reports(element);
      for (const text of ['1', '12', '1234', '123456']) {
        await cdp('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
        expect(element.value).to.equal(text);
        expect((await seen(element)).replace(/[[\]_]/g, '')).to.equal(text);
      }
      await cdp('Input.insertText', { text: '123456' });
      expect(await seen(element)).to.equal('12345[6]');
      expect(codes).to.deep.equal(['123456']);
    });
  }
});

describe('code-input: undo and redo', () => {
  it('walk a history of the element’s own', async () => {
    const element = await codeInput();
    await type('123');
    await press('Backspace', 'Control+z', 'Control+z');
    expect(await seen(element)).to.equal('12[_]___');
    await press('Control+Shift+z');
    expect(await seen(element)).to.equal('123[_]__');
  });
});
