// auth-widget: the attribute `no-device-memory`: docs/behaviour/session.md#device-memory.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import { HeldBackend, FakeStore, session } from '../../support/held-backend.js';
import { backend, mount, PHONE, settled, widget } from '../../support/widget.js';

const KEY = `auth-widget:device:${location.origin}`;
const stored = () => localStorage.getItem(KEY);
const recordOf = (device: string) => JSON.stringify({ v: 1, device });

/** Signs in with a code, which is answered with a device memory. */
async function signIn(device: string): Promise<void> {
  const requested = widget.client.loginByPhone(PHONE);
  await backend.answer('requestCode', {});
  await requested;
  const submitted = widget.client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', { ...session(), device });
  await submitted;
}

describe('auth-widget: no-device-memory', () => {
  afterEach(() => localStorage.removeItem(KEY));

  it('nothing is stored, and what is stored is removed', async () => {
    localStorage.setItem(KEY, recordOf('device-1'));
    await mount({ noDeviceMemory: true });
    expect(widget.client.noDeviceMemory).to.equal(true);
    expect(stored()).to.equal(null);
    await signIn('device-2');
    expect(stored()).to.equal(null);
  });

  it('the attribute switches it off and on at run time, in the same client', async () => {
    await mount();
    const { client } = widget;
    await signIn('device-1');
    expect(stored()).to.equal(recordOf('device-1'));
    widget.setAttribute('no-device-memory', '');
    await settled();
    expect(widget.noDeviceMemory).to.equal(true);
    expect(stored()).to.equal(null);
    widget.setAttribute('no-device-memory', 'false');
    await settled();
    expect(widget.noDeviceMemory).to.equal(false);
    await signIn('device-2');
    expect(stored()).to.equal(recordOf('device-2'));
    expect(widget.client).to.equal(client);
  });

  it('without the attribute, a client that the page has set keeps its own option', async () => {
    const client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore(), noDeviceMemory: true });
    await mount({ client });
    expect(client.noDeviceMemory).to.equal(true);
    client.dispose();
  });

  it('each client of the widget follows the attribute', async () => {
    const client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore() });
    await mount({ client });
    widget.noDeviceMemory = true;
    await settled();
    expect(client.noDeviceMemory).to.equal(true);
    widget.client = null;
    await settled();
    expect(widget.client).not.to.equal(client);
    expect(widget.client.noDeviceMemory).to.equal(true);
    client.dispose();
  });
});
