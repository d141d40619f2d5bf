import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServerProcess } from '../../bench/subject.js';
import { createDataFolder } from '../support/data-folder.js';

it('the process under load fills its tables, empties them, and says so if it ends', async t => {
  const { folder, remove } = await createDataFolder();
  t.after(remove);
  const subject = await ServerProcess.start({
    NODE_ENV: 'development',
    PORT: '0',
    DATA_DIR: folder,
    SERVER_SECRET: 'a secret for the bench, long enough to be one',
  });
  t.after(() => subject.stop());
  const tokens = { kind: 'tokens', count: 3, round: 'one' } as const;
  const stored = async () => (await subject.execute({ kind: 'state' })).tokensStored;
  assert.equal((await subject.execute(tokens)).tokens?.length, 3);
  assert.equal(await stored(), 3);
  await subject.execute({ kind: 'clear' });
  assert.equal(await stored(), 0);
  await subject.execute(tokens);
  // The login of the account is taken.
  await assert.rejects(subject.execute(tokens), /the process under load ended with 1/);
});
