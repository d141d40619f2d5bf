import { after, before, beforeEach } from 'node:test';
import { type DatabaseKind, databaseKinds, describeOn } from './databases.js';
import { Harness } from './harness.js';

/**
 * Defines the tests of `suite` for PGlite and for PostgreSQL. Each test begins with a new server on an empty database.
 * @param suite gets a function that returns the harness, which exists only while tests run
 */
export function onEachDatabase(subject: string, suite: (h: () => Harness, kind: DatabaseKind) => void): void {
  for (const kind of databaseKinds) {
    describeOn(kind, `${subject}, ${kind}`, () => {
      let harness: Harness;
      before(async () => {
        harness = await Harness.open(kind);
      });
      after(() => harness.close());
      beforeEach(() => harness.start());
      suite(() => harness, kind);
    });
  }
}
