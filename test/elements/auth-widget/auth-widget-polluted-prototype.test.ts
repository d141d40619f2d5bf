// Pages with old libraries add enumerable properties to `Object.prototype`, and every `for…in` then meets them.
import { expect } from '@open-wc/testing';
import { type, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';

const VALUES: Readonly<Record<string, unknown>> = {
  extend() {},
  libraryName: 'legacy',
  libraryOptions: { source: 1 },
  libraryState: null,
};

const pollute = () => Object.assign(Object.prototype, VALUES);
const cleanUp = () => {
  for (const name of Object.keys(VALUES)) Reflect.deleteProperty(Object.prototype, name);
};

describe('auth-widget: enumerable properties of Object.prototype', () => {
  afterEach(cleanUp);

  for (const when of ['before', 'after'])
    // The first test is the one that loads the modules.
    it(`a sign-in by phone and a sign-out, added ${when} the modules are loaded`, async () => {
      pollute();
      const support = await import('../../support/widget.js');
      await support.mount();
      const { widget, backend } = support;
      expect(widget.getBoundingClientRect().height).to.be.greaterThan(100);
      (await support.toCode()).focus();
      await type('123456');
      await backend.answer('verifyCode', session());
      await until(() => widget.state.isAuthenticated);
      await support.settled();
      expect(widget.shadowRoot!.querySelector('.person')!.textContent).to.contain('Anna');
      const signedOut = widget.client.logout();
      await backend.answer('endSession');
      await signedOut;
      await support.settled();
      expect(widget.shadowRoot!.querySelector('phone-input')).to.not.equal(null);
      widget.client.dispose();
    });
});
