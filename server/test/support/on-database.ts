import { after, before, beforeEach } from 'node:test';
import { type DatabaseKind, defaultKind, describeOn } from './databases.js';
import { Harness } from './harness.js';

/**
 * Defines tests of the server on the default kind of database. Each test begins with a new server on an empty database.
 * @param suite gets a function that returns the harness, which exists only while tests run
 */
export function onDatabase(subject: string, suite: (h: () => Harness) => void, kind: DatabaseKind = defaultKind): void {
  describeOn(kind, `${subject}, ${kind}`, () => {
    let harness: Harness;
    before(async () => {
      harness = await Harness.open(kind);
    });
    after(() => harness.close());
    beforeEach(() => harness.start());
    suite(() => harness);
  });
}
