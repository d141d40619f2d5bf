// The inner input, and typing and deleting in it.
import { expect, fixture, html } from '@open-wc/testing';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import { inner, press, type } from '../../support/browser.js';
import { cells, codeInput, cellsText } from '../../support/code-input.js';
import { setProperties } from '../../support/controls.js';

describe('code-input: the inner input', () => {
  it('is a single one that covers all cells; its text is transparent, the input is not', async () => {
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

  it('the cells are hidden from screen readers', async () => {
    for (const cell of cells(await codeInput())) expect(cell.getAttribute('aria-hidden')).to.equal('true');
  });

  it('asks for a keyboard with letters if the code can have letters', async () => {
    expect(inner(await codeInput({ alphabet: 'alphanumeric' })).inputMode).to.equal('text');
  });

  it('an element that a browser extension puts next to the input is not treated as a cell', async () => {
    const code = await codeInput();
    inner(code).after(document.createElement('span'));
    await setProperties(code, { value: '12', length: 4 });
    const cells = [...code.shadowRoot!.querySelectorAll('[part="cell"]')];
    expect(cells.map(cell => cell.textContent)).to.deep.equal(['1', '2', '', '']);
  });
});

describe('code-input: typing', () => {
  it('the focus lands on the first cell, and every character moves to the next', async () => {
    const element = await codeInput();
    const shown = [await cellsText(element)];
    for (const digit of '123456') {
      await type(digit);
      shown.push(await cellsText(element));
    }
    expect(shown).to.deep.equal(['[_]_____', '1[_]____', '12[_]___', '123[_]__', '1234[_]_', '12345[_]', '12345[6]']);
    expect(element.value).to.equal('123456');
  });

  it('a character other than a digit is refused, and does not move the caret', async () => {
    const element = await codeInput({ value: '12' });
    await type('a- я');
    expect(await cellsText(element)).to.equal('12[_]___');
    await press('ArrowLeft');
    await type('x');
    expect(await cellsText(element)).to.equal('1[2]____');
    expect(element.value).to.equal('12');
  });

  it('a filled cell is overwritten; typing the same character also advances', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home');
    await type('9');
    expect(await cellsText(element)).to.equal('9[2]3456');
    await type('2');
    expect(await cellsText(element)).to.equal('92[3]456');
    expect(element.value).to.equal('923456');
  });

  it('typing after a full code overwrites the last cell', async () => {
    const element = await codeInput();
    await type('1234567');
    expect(await cellsText(element)).to.equal('12345[7]');
  });

  it('alphabet="alphanumeric": letters are accepted, in upper case', async () => {
    const element = await codeInput({ alphabet: 'alphanumeric' });
    await type('a1-b2я');
    expect(await cellsText(element)).to.equal('A1B2[_]_');
  });

  it('there are one to six cells, whatever length is set to', async () => {
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

  it('a shorter length cuts the code off', async () => {
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
    expect(await cellsText(element)).to.equal('12[_]___');
    await press('Backspace', 'Backspace', 'Backspace');
    expect(await cellsText(element)).to.equal('[_]_____');
  });

  it('Backspace after the last character deletes it, and another can be typed', async () => {
    const element = await codeInput();
    await type('123457');
    await press('Backspace');
    expect(await cellsText(element)).to.equal('12345[_]');
    await type('6');
    expect(element.value).to.equal('123456');
  });

  it('Backspace on a filled cell deletes it and moves back; the following characters move up', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home', 'ArrowRight', 'ArrowRight', 'Backspace');
    expect(await cellsText(element)).to.equal('1[2]456_');
    await press('Backspace', 'Backspace');
    expect(await cellsText(element)).to.equal('[4]56___');
  });

  it('Delete deletes the character in the cell and stays there', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home', 'ArrowRight', 'Delete');
    expect(await cellsText(element)).to.equal('1[3]456_');
    await press('End', 'Delete');
    expect(await cellsText(element)).to.equal('13456[_]');
  });

  it('Ctrl+Backspace deletes everything before the caret', async () => {
    const element = await codeInput({ value: '12345' });
    await press('Control+Backspace');
    expect(await cellsText(element)).to.equal('[_]_____');
  });

  it('Ctrl+Backspace on a filled cell deletes it and everything before it', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home', 'ArrowRight', 'Control+Backspace');
    expect(await cellsText(element)).to.equal('[3]456__');
  });

  it('select-all and Backspace empty the field', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Control+a', 'Backspace');
    expect(await cellsText(element)).to.equal('[_]_____');
  });

  it('clear() empties it', async () => {
    const element = await codeInput({ value: '123456' });
    element.clear();
    expect(await cellsText(element)).to.equal('[_]_____');
    expect(element.value).to.equal('');
  });
});

describe('code-input: undo and redo', () => {
  it('step through the edits of the field', async () => {
    const element = await codeInput();
    await type('123');
    await press('Backspace', 'Control+z', 'Control+z');
    expect(await cellsText(element)).to.equal('12[_]___');
    await press('Control+Shift+z');
    expect(await cellsText(element)).to.equal('123[_]__');
  });
});
