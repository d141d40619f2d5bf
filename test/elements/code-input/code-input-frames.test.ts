// What a key costs: the cells are drawn once, and what has not changed is left alone. The time of a key is measured by bench/keys.mjs.
import { expect } from '@open-wc/testing';
import { inner, press, type, until } from '../../support/browser.js';
import { cells, cellsText, codeInput } from '../../support/code-input.js';
import { nextFrames } from '../../support/controls.js';

/** Counts the frames that are requested meanwhile, and those of two more frames, in which late events such as `selectionchange` arrive. */
async function countFrames(act: () => Promise<void>): Promise<number> {
  await nextFrames();
  const request = window.requestAnimationFrame;
  let count = 0;
  window.requestAnimationFrame = callback => {
    count++;
    return request(callback);
  };
  try {
    await act();
  } finally {
    window.requestAnimationFrame = request;
  }
  return count;
}

describe('code-input: the work for a key', () => {
  it('a digit draws the cells once', async () => {
    const element = await codeInput();
    await type('1');
    expect(await countFrames(() => type('2'))).to.equal(1);
    expect(await cellsText(element)).to.equal('12[_]___');
  });

  it('a digit draws the cells once, also after Shift with an arrow key', async () => {
    const element = await codeInput({ value: '12' });
    await press('Home', 'Shift+ArrowRight');
    await type('3');
    expect(await countFrames(() => type('4'))).to.equal(1);
    expect(element.value).to.equal('34');
  });

  it('a digit changes the text of its own cell alone', async () => {
    const element = await codeInput();
    await type('1');
    await nextFrames();
    const changed: Node[] = [];
    const observer = new MutationObserver(records => changed.push(...records.map(({ target }) => target)));
    for (const cell of cells(element)) observer.observe(cell, { childList: true, characterData: true, subtree: true });
    await type('2');
    await nextFrames();
    observer.disconnect();
    expect(changed).to.deep.equal([cells(element)[1]]);
  });

  it('a further digit renders no template', async () => {
    const element = await codeInput();
    await type('1');
    await element.updateComplete;
    inner(element).setRangeText('2', 1, 1, 'end');
    inner(element).dispatchEvent(new InputEvent('input', { inputType: 'insertText', data: '2', bubbles: true }));
    expect(element.value).to.equal('12');
    expect(element.isUpdatePending).to.equal(false);
  });

  it('a digit ends the blinking of the cells at once', async () => {
    const element = await codeInput({ value: '12' });
    const isBlinking = () => cells(element).some(cell => cell.hasAttribute('data-blinking'));
    await until(isBlinking);
    await type('3');
    await nextFrames();
    expect(isBlinking()).to.equal(false);
  });

  it('a caret that a script sets selects the character after it', async () => {
    const element = await codeInput({ value: '123456' });
    inner(element).setSelectionRange(2, 2);
    await until(() => inner(element).selectionEnd === 3);
    expect(await cellsText(element)).to.equal('12[3]456');
  });
});
