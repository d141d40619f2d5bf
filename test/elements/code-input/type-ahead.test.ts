// Keys that are pressed in a code field while its code is being checked.
import { expect } from '@open-wc/testing';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import { inner, press, type } from '../../support/browser.js';
import { cellsText, codeInput, reports } from '../../support/code-input.js';
import { setProperties } from '../../support/controls.js';

/** Returns a field whose code `123456` is being checked, and the codes that it has reported. */
async function checking(): Promise<[CodeInput, string[]]> {
  const element = await codeInput();
  const codes = reports(element);
  await type('123456');
  await setProperties(element, { isLoading: true });
  return [element, codes];
}

describe('code-input: keys during isLoading', () => {
  it('replace the rejected code afterwards, with an `input` event, and complete nothing', async () => {
    const [element, codes] = await checking();
    const inputs: string[] = [];
    element.addEventListener('input', () => inputs.push(element.value));
    await type('654321');
    expect(element.value).to.equal('123456');
    expect(inputs).to.deep.equal([]);
    await setProperties(element, { isLoading: false, error: 'Wrong' });
    expect(await cellsText(element)).to.equal('65432[1]');
    expect(inputs).to.deep.equal(['654321']);
    expect(codes).to.deep.equal(['123456']);
    await press('Enter');
    expect(codes).to.deep.equal(['123456', '654321']);
  });

  it('are the beginning of the next code, which the last key completes', async () => {
    const [element, codes] = await checking();
    await type('654');
    await setProperties(element, { isLoading: false, error: 'Wrong' });
    expect(await cellsText(element)).to.equal('654[_]__');
    await type('321');
    expect(codes).to.deep.equal(['123456', '654321']);
  });

  it('Backspace deletes the last of them; other keys and shortcuts do nothing', async () => {
    const [element, codes] = await checking();
    await type('69');
    await press('Backspace', 'x', 'ArrowLeft', 'Control+a', 'Enter', '5');
    await setProperties(element, { isLoading: false });
    expect(await cellsText(element)).to.equal('65[_]___');
    expect(codes).to.deep.equal(['123456']);
  });

  it('the same code again changes nothing and fires nothing', async () => {
    const [element] = await checking();
    let inputs = 0;
    element.addEventListener('input', () => inputs++);
    await type('123456');
    await setProperties(element, { isLoading: false, error: 'Wrong' });
    expect([element.value, inputs]).to.deep.equal(['123456', 0]);
  });

  it('what they enter is what the person typed: another default value does not replace it', async () => {
    const element = await codeInput();
    await setProperties(element, { isLoading: true });
    await type('65');
    await setProperties(element, { isLoading: false });
    element.defaultValue = '1';
    expect(element.value).to.equal('65');
  });

  it('a key that is held down does not count', async () => {
    const [element] = await checking();
    inner(element).dispatchEvent(new KeyboardEvent('keydown', { key: '6', repeat: true, bubbles: true }));
    await setProperties(element, { isLoading: false });
    expect(element.value).to.equal('123456');
  });

  it('without any, the code stays', async () => {
    const [element] = await checking();
    await setProperties(element, { isLoading: false, error: 'Wrong' });
    expect(element.value).to.equal('123456');
  });

  it('can be undone', async () => {
    const [element] = await checking();
    await type('654');
    await setProperties(element, { isLoading: false });
    await press('Control+z');
    expect(element.value).to.equal('123456');
  });

  it('those of an earlier check are forgotten', async () => {
    const [element] = await checking();
    await type('654');
    await setProperties(element, { isLoading: false });
    await setProperties(element, { value: '123456', isLoading: true });
    await setProperties(element, { isLoading: false });
    expect(element.value).to.equal('123456');
  });

  it('are dropped if the field is removed, or can not be changed afterwards', async () => {
    const [element] = await checking();
    await type('654');
    element.isLoading = false;
    element.readonly = true;
    await element.updateComplete;
    expect(element.value).to.equal('123456');
    const [removed] = await checking();
    await type('654');
    removed.isLoading = false;
    removed.remove();
    await removed.updateComplete;
    expect(removed.value).to.equal('123456');
  });

  it('keys after isLoading are typed as always', async () => {
    const [element, codes] = await checking();
    await setProperties(element, { isLoading: false, error: 'Wrong' });
    // As the widget does. A code that stands under a message counts as rejected.
    element.addEventListener('input', () => (element.error = ''));
    await type('654321');
    expect(await cellsText(element)).to.equal('65432[1]');
    expect(codes).to.deep.equal(['123456', '654321']);
  });
});
