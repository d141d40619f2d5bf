// What the conformance suite sees of the console, whose methods call each other in Node and not in browsers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ConsoleRecord } from '../../../src/testing/conformance/console-record.js';

test('every method that writes what it is given is recorded', async t => {
  const names = [
    ...(['assert', 'count', 'debug', 'dir', 'dirxml', 'error', 'group', 'groupCollapsed', 'info', 'log'] as const),
    ...(['table', 'timeEnd', 'timeLog', 'trace', 'warn'] as const),
  ];
  const written: string[] = [];
  for (const name of names) t.mock.method(console, name, () => void written.push(name));
  const record = new ConsoleRecord();
  await record.use(() => {
    for (const name of names)
      if (name === 'assert') console.assert(false, 'by assert');
      else (console[name] as (text: string) => void)(`by ${name}`);
    console.assert(true, 'not written');
    console.log('two', { values: 1 });
    return Promise.resolve();
  });
  console.log('after the rules');
  const [ofAssert, ...others] = record.lines;
  assert.match(ofAssert!, /by assert$/);
  assert.deepEqual(others, [...names.slice(1).map(name => `by ${name}`), 'two values\n1']);
  assert.deepEqual(written, [...names, 'assert', 'log', 'log']);
});
