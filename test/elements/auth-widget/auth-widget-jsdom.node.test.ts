import assert from 'node:assert/strict';
import test from 'node:test';
import type { LitElement } from 'lit';
import { testElementsIn } from '../../support/test-dom-tests.js';

await testElementsIn('jsdom');

test('jsdom: the elements keep their styles, which are `style` elements there', async () => {
  for (const tag of ['auth-widget', 'phone-input', 'code-input'] as const) {
    const element = document.createElement(tag);
    document.body.append(element);
    await element.updateComplete;
    const { elementStyles } = element.constructor as typeof LitElement;
    assert.equal(element.shadowRoot!.querySelectorAll('style').length, elementStyles.length, tag);
  }
});
