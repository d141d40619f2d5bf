// Numbers of countries whose digits could also be a number after +7: the widget shows and sends those of the flow.
import { expect } from '@open-wc/testing';
import '../../../src/countries/no.js';
import { countryPlans } from '../../../src/core/countries/country-plans.js';
import { inner, type, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import { backend, button, codeField, find, mount, phoneField, query, settled, widget } from '../../support/widget.js';

const NORWEGIAN = '4791234567';

async function toCode(): Promise<void> {
  await mount({ countries: 'no' });
  phoneField().focus();
  await type('91234567');
  const requested = widget.client.loginByPhone(phoneField().value);
  await backend.answer('requestCode', { resendIn: 0 });
  await requested;
  await settled();
}

const shownNumber = () => codeField().shadowRoot!.querySelector('bdi')!.textContent;

describe('auth-widget: a number of ten digits that begins like a Russian one without +7', () => {
  it('is shown in the form of its country on the code screen, in the status and when the person has signed in', async () => {
    await toCode();
    expect(shownNumber()).to.equal('+47 91 23 45 67');
    button('Get a new code').click();
    await backend.answer('requestCode', { resendIn: 0 });
    await settled();
    expect(backend.last('requestCode')?.[0]).to.equal(NORWEGIAN);
    expect(find('[role=status]').textContent).to.contain('+47 91 23 45 67');
    const submitted = widget.client.loginWithSmsCode('111111');
    await backend.answer('verifyCode', session());
    await submitted;
    await settled();
    expect(find('bdi').textContent).to.equal('+47 •• •• 45 67');
  });

  it('is back in the form after Back', async () => {
    await toCode();
    codeField().focus();
    widget.client.back();
    await settled();
    expect([inner(phoneField()).value, phoneField().value]).to.deep.equal(['+47 91 23 45 67', NORWEGIAN]);
  });

  it('gets no code at another number if the file of its country is missing after a reload', async () => {
    await toCode();
    const plans = new Map(countryPlans());
    countryPlans().clear();
    try {
      button('Get a new code').click();
      await settled();
      expect(backend.count('requestCode')).to.equal(1);
      await until(() => widget.state.error);
      widget.client.back();
      await settled();
      expect(inner(phoneField()).value).to.equal(`+${NORWEGIAN}`);
      expect(query('code-input')).to.equal(null);
    } finally {
      for (const [region, plan] of plans) countryPlans().set(region, plan);
    }
  });
});
