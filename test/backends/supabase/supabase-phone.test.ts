// Sign-in by a code over SMS: the real client, this backend and a real Supabase Auth server.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { SupabaseBackend, type SupabaseBackendOptions } from '../../../src/backends/supabase.js';
import { AuthClient } from '../../../src/client/auth-client.js';
import { FakeStore } from '../../support/fake-backend.js';
import { type AuthServer, setUpAuthServers, skipReason } from './auth-server.js';
import { newPhone, wrongCode } from './accounts.js';

describe('Supabase: phone', { skip: skipReason }, () => {
  const servers = setUpAuthServers({ open: {}, closed: { GOTRUE_DISABLE_SIGNUP: 'true' } });

  function setUp(t: TestContext, { url }: AuthServer = servers.open, options: SupabaseBackendOptions = {}) {
    const client = new AuthClient({ backend: new SupabaseBackend(url, options), store: new FakeStore(), baseUrl: url });
    t.after(() => client.dispose());
    return { client, phone: newPhone() };
  }

  /** The last code that was sent. */
  const codeTo = (phone: string) => servers.open.codesTo(phone).at(-1)!;

  async function register(client: AuthClient, phone: string, name = 'Anna') {
    await client.registerByPhone(phone, name);
    await client.verifyRegistrationSms(codeTo(phone));
  }

  test('registration by phone keeps the name in the user metadata', async t => {
    const { client, phone } = setUp(t);
    await client.registerByPhone(phone, 'Anna');
    assert.equal(client.state.verificationStep, 'sms-sent');
    await client.verifyRegistrationSms(codeTo(phone));
    const { isAuthenticated, displayName, userId } = client.state;
    assert.deepEqual([isAuthenticated, displayName], [true, 'Anna']);
    const [user] = await servers.open.query('select id, raw_user_meta_data from auth.users where phone = $1', phone);
    assert.equal(user!['id'], userId);
    assert.equal((user!['raw_user_meta_data'] as { display_name: string }).display_name, 'Anna');
  });
});
