// The attributes that the elements observe. No other attribute changes a property: `texts` and `country`, for example, can only be set by scripts.
import { expect } from '@open-wc/testing';
import { AuthWidget } from '../../src/define/auth-widget.js';
import { CodeInput } from '../../src/define/code-input.js';
import { PhoneInput } from '../../src/define/phone-input.js';

const FIELD =
  'aria-label autocomplete description disabled error hint is-loading label lang name placeholder readonly required value';

for (const [Class, attributes] of [
  [
    AuthWidget,
    'base-url countries defer-hydration help-href lang mode modes no-auto-login no-device-memory privacy-href recover-href terms-href theme',
  ],
  [CodeInput, `${FIELD} alphabet length phone title`],
  [PhoneInput, `${FIELD} countries`],
] as const)
  it(`${Class.name} observes ${attributes}`, () => {
    expect(Class.observedAttributes.toSorted()).to.deep.equal(attributes.split(' ').sort());
  });
