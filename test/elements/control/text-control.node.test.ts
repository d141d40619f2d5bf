import assert from 'node:assert/strict';
import test from 'node:test';
import type { TemplateResult } from 'lit';

/** The values of the expressions in a template and in the templates inside it. */
const valuesOf = ({ values }: TemplateResult): unknown[] =>
  values.flatMap(value =>
    value instanceof Object && 'strings' in value ? valuesOf(value as TemplateResult) : [value],
  );

// On a server, the elements are imported, and may be constructed and rendered, without a DOM.
test('the elements and their definitions can be imported in Node', async () => {
  assert.equal(typeof document, 'undefined');
  const { PhoneInput } = await import('../../../src/define/phone-input.js');
  const { CodeInput } = await import('../../../src/define/code-input.js');
  assert.equal(customElements.get('phone-input'), PhoneInput);
  assert.equal(customElements.get('code-input'), CodeInput);
});

test('the elements can be constructed and rendered in Node', async () => {
  const { PhoneInput } = await import('../../../src/elements/phone-input/phone-input.js');
  const { CodeInput } = await import('../../../src/elements/code-input/code-input.js');
  const phone = new PhoneInput();
  phone.value = '8 916 123-45-67';
  assert.equal(phone.value, '79161234567');
  phone.disabled = true;
  assert.ok(phone.hasAttribute('disabled'));
  assert.ok(valuesOf(phone.render()).includes('Phone number'), 'the name of the input');
  const code = new CodeInput();
  code.phone = '79161234567';
  code.value = '123-456';
  assert.equal(code.value, '123456');
  assert.deepEqual([code.checkValidity(), code.reportValidity()], [true, true]);
  assert.ok(valuesOf(code.render()).includes('Confirmation code'), 'the name of the input');
});
