import { after, before, describe } from 'node:test';
import { calls } from './suites/calls.js';
import { errors } from './suites/errors.js';
import { clocks, limits } from './suites/limits.js';
import { sessions } from './suites/sessions.js';
import { kinds } from './support/databases.js';
import { Harness } from './support/harness.js';

for (const kind of kinds) {
  describe(kind, () => {
    let harness: Harness;
    before(async () => {
      harness = await Harness.open(kind);
    });
    after(() => harness.close());
    const current = () => harness;
    calls(current);
    errors(current);
    limits(current);
    if (kind === 'postgres') clocks(current);
    sessions(current);
  });
}
