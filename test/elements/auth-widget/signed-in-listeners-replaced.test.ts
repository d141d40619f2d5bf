// Late listeners of `auth-signed-in` that replace another one.
import { expect } from '@open-wc/testing';
import { until } from '../../support/browser.js';
import { session, stored } from '../../support/held-backend.js';
import { mountWidget } from '../../support/widget.js';

describe('late listeners that replace another one', () => {
  it('one takes the place of one that was told; another that comes with it is told', async () => {
    const { widget, backend } = await mountWidget({}, stored());
    const heard: string[] = [];
    const listener = (name: string) => () => void heard.push(name);
    const first = listener('first');
    widget.addEventListener('auth-signed-in', first);
    await backend.answer('getSession', session());
    await until(() => heard.length);
    widget.removeEventListener('auth-signed-in', first);
    widget.addEventListener('auth-signed-in', listener('second'));
    widget.addEventListener('auth-signed-in', listener('third'));
    widget.addEventListener('auth-signed-in', listener('fourth'));
    await until(() => heard.length > 1);
    await Promise.resolve();
    expect(heard).to.deep.equal(['first', 'third', 'fourth']);
  });
});
