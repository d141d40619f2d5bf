// Where keys and clicks move the caret, and which cells are shown as active.
import { expect, fixture, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { click, engine, inner, pointIn, press, type, until } from '../../support/browser.js';
import { cells, codeInput, cellsText } from '../../support/code-input.js';

describe('code-input: caret and active cell', () => {
  it('Left, Right, Home, End', async () => {
    const element = await codeInput({ value: '1234' });
    const shown: string[] = [];
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home', 'ArrowLeft', 'End', 'ArrowRight']) {
      await press(key);
      shown.push(await cellsText(element));
    }
    expect(shown).to.deep.equal(['123[4]__', '12[3]4__', '123[4]__', '[1]234__', '[1]234__', '1234[_]_', '1234[_]_']);
  });

  it('Left from the end of a full code moves to the last cell but one', async () => {
    const element = await codeInput();
    await type('123456');
    await press('ArrowLeft');
    expect(await cellsText(element)).to.equal('1234[5]6');
  });

  it('select-all makes every filled cell active, and an arrow key ends it', async () => {
    const element = await codeInput({ value: '1234' });
    await press('Control+a', 'Shift');
    expect(await cellsText(element)).to.equal('[1234]__');
    await press('ArrowLeft');
    expect(await cellsText(element)).to.equal('[1]234__');
  });

  it('a click moves to the clicked cell, or to the first empty one', async () => {
    const element = await codeInput({ value: '123' });
    for (const [cell, shown] of [
      [0, '[1]23___'],
      [2, '12[3]___'],
      [3, '123[_]__'],
      [5, '123[_]__'],
      [1, '1[2]3___'],
    ] as const) {
      await click(cells(element)[cell]!);
      expect(await cellsText(element)).to.equal(shown);
    }
    await click(cells(element)[0]!, 0.9);
    expect(await cellsText(element)).to.equal('[1]23___');
  });

  it('a click beside the last cell moves to the end', async () => {
    const element = await codeInput({ value: '123456' });
    await press('Home');
    const last = cells(element).at(-1)!.getBoundingClientRect();
    const options = { clientX: last.right + 5, clientY: last.top + last.height / 2, bubbles: true, composed: true };
    inner(element).dispatchEvent(new MouseEvent('click', options));
    expect(await cellsText(element)).to.equal('12345[6]');
  });

  it('a click on the hint below the cells leaves the caret where it is', async () => {
    const element = await codeInput({ value: '123' });
    element.hint = 'It may take a minute.';
    await press('Home');
    const { left, right } = cells(element)[2]!.getBoundingClientRect();
    const hint = element.shadowRoot!.querySelector('[part=hint]')!;
    const clientY = hint.getBoundingClientRect().top + 1;
    hint.dispatchEvent(
      new MouseEvent('click', { clientX: (left + right) / 2, clientY, bubbles: true, composed: true }),
    );
    expect(await cellsText(element)).to.equal('[1]23___');
  });

  it('a click on the caret in the active cell leaves it there', async () => {
    const element = await codeInput({ value: '123' });
    expect(await cellsText(element)).to.equal('123[_]__');
    // The caret is in the exact middle.
    await click(cells(element)[3]!);
    expect(await cellsText(element)).to.equal('123[_]__');
  });

  // In WebKitGTK the tests can't hold the mouse button down.
  if (engine !== 'webkit') {
    it('the selected character can’t be dragged away', async () => {
      const element = await codeInput({ value: '123456' });
      await click(cells(element)[2]!);
      expect(await cellsText(element)).to.equal('12[3]456');
      // The position of the third character in the transparent text.
      const context = document.createElement('canvas').getContext('2d')!;
      const { fontSize, fontFamily } = getComputedStyle(inner(element));
      context.font = `${fontSize} ${fontFamily}`;
      const [, y] = pointIn(inner(element));
      const x = inner(element).getBoundingClientRect().left + context.measureText('12').width + 4;
      await sendMouse({ type: 'move', position: [Math.round(x), y] });
      await sendMouse({ type: 'down' });
      for (const cell of [3, 4, 5]) await sendMouse({ type: 'move', position: pointIn(cells(element)[cell]!) });
      await sendMouse({ type: 'up' });
      expect(await cellsText(element)).to.equal('12345[6]');
      expect(element.value).to.equal('123456');
    });
  }

  it('a field that is not in the document sets no timer, which would keep it in memory', async () => {
    const element = await codeInput({ value: '12' });
    await cellsText(element);
    element.remove();
    const { setTimeout } = window;
    let timers = 0;
    window.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
      timers++;
      return setTimeout(...args);
    }) as typeof setTimeout;
    try {
      element.value = '123';
      expect(await cellsText(element)).to.equal('123___');
    } finally {
      window.setTimeout = setTimeout;
    }
    expect(timers).to.equal(0);
  });

  it('one press of Tab leaves the field', async () => {
    const box = await fixture<HTMLElement>(
      html`<div><code-input value="12"></code-input><button>Next</button><input aria-label="Last" /></div>`,
    );
    box.querySelector('code-input')!.focus();
    await press('Tab');
    expect(document.activeElement).to.equal(box.querySelector('button'));
    expect(await cellsText(box.querySelector('code-input')!)).to.equal('12____');
  });

  it('Tab moves to the first empty cell', async () => {
    const box = await fixture<HTMLElement>(
      html`<div><button>Before</button><code-input value="12"></code-input><input aria-label="Last" /></div>`,
    );
    box.querySelector('button')!.focus();
    await press('Tab');
    expect(await cellsText(box.querySelector('code-input')!)).to.equal('12[_]___');
  });

  it('a cell that was selected backwards is handled like any other', async () => {
    const element = await codeInput({ value: '1' });
    await press('Shift+ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight');
    expect(await cellsText(element)).to.equal('[1]_____');
    await press('Delete');
    expect(await cellsText(element)).to.equal('[_]_____');
  });

  it('with a modifier, the keys that move the caret are left to the browser', async () => {
    const element = await codeInput({ value: '1234' });
    const input = inner(element);
    const send = (key: string, modifier?: string) =>
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key, cancelable: true, ...(modifier && { [modifier]: true }) }),
      );
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) {
      for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey']) {
        input.setSelectionRange(1, 2);
        expect(send(key, modifier), `${modifier} ${key}`).to.equal(true);
        expect([input.selectionStart, input.selectionEnd]).to.deep.equal([1, 2]);
      }
      expect(send(key), key).to.equal(false);
    }
    for (const key of ['Tab', 'ArrowUp', 'a']) expect(send(key), key).to.equal(true);
  });

  it('Backspace with a modifier deletes from the end of the active cell, other keys from the cell itself', async () => {
    const element = await codeInput({ value: '1234' });
    const input = inner(element);
    for (const [key, modifier, start, end] of [
      ['Backspace', 'ctrlKey', 2, 2],
      ['Backspace', 'metaKey', 2, 2],
      ['Backspace', 'altKey', 2, 2],
      ['Backspace', 'shiftKey', 1, 2],
      ['Delete', 'ctrlKey', 1, 1],
      ['Delete', 'shiftKey', 1, 1],
    ] as const) {
      input.setSelectionRange(1, 2);
      input.dispatchEvent(new KeyboardEvent('keydown', { key, [modifier]: true }));
      expect([input.selectionStart, input.selectionEnd], `${modifier} ${key}`).to.deep.equal([start, end]);
    }
    for (const key of ['Backspace', 'Delete']) {
      input.setSelectionRange(0, 3);
      input.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true }));
      expect([input.selectionStart, input.selectionEnd], key).to.deep.equal([0, 3]);
    }
  });

  it('the active cell follows a caret that is moved by a script', async () => {
    const element = await codeInput({ value: '1234' });
    inner(element).setSelectionRange(1, 1);
    await press('Shift');
    expect(await cellsText(element)).to.equal('1[2]34__');
  });

  it('the active cells follow a selection when a script moves one end of it', async () => {
    const element = await codeInput({ value: '1234' });
    const active = () => cells(element).flatMap((cell, index) => (cell.hasAttribute('data-active') ? [index] : []));
    for (const [start, end] of [
      [0, 1],
      [0, 3],
      [2, 3],
    ] as const) {
      inner(element).setSelectionRange(start, end);
      await until(() => active().join('') === '0123'.slice(start, end));
    }
  });

  it('blinks after a pause, and not while somebody types', async () => {
    const element = await codeInput();
    const animations = () => element.shadowRoot!.getAnimations();
    await until(() => animations().length === 1);
    expect((animations()[0]!.effect as KeyframeEffect).pseudoElement).to.equal('::after');
    const counts: number[] = [];
    // In the frame that draws the cells, after it has drawn them.
    element.addEventListener('input', () => requestAnimationFrame(() => counts.push(animations().length)));
    await type('12');
    await until(() => counts.length === 2);
    expect(counts).to.deep.equal([0, 0]);
    await until(() => animations().length === 1);
    expect((animations()[0]!.effect as KeyframeEffect).target).to.equal(cells(element)[2]);
  });
});
