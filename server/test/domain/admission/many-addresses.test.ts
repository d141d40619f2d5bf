import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { networksOf } from '../../../src/common/networks.js';
import { Gate } from '../../../src/domain/admission/gate.js';
import { KeyedQueue } from '../../../src/domain/admission/keyed-queue.js';
import { createProxyCheck } from '../../../src/http/address.js';
import { FairShare } from '../../../src/http/fair-share.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapUsed = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const ADDRESSES = 50_000;
/** How many calls are in flight at the same time. */
const AT_ONCE = 100;

/** A /64 in a /48 of its own. */
const address = (n: number) => `2001:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}:1::/64`;

type Use = (ip: string) => Promise<void>;
const afterOthers = () => new Promise<void>(resolve => setImmediate(resolve));

/** Creates each object that is keyed by address. Returns a function that makes one call from an address. */
const KEEPERS: Readonly<Record<string, () => Use>> = {
  'the shares of connections and requests': () => {
    const share = new FairShare(10_000);
    return async ip => {
      const leave = share.take(networksOf(ip))!;
      await afterOthers();
      leave();
    };
  },
  'a gate': () => {
    const gate = new Gate(4, 1000);
    return ip => gate.run({ path: networksOf(ip) }, afterOthers);
  },
  'a queue of numbers': () => {
    const queue = new KeyedQueue({ maxWaiting: 100 });
    return ip => queue.run(ip, { path: networksOf(ip) }, afterOthers);
  },
  'the check for trusted proxies': () => {
    const isTrusted = createProxyCheck(new BlockList());
    return ip => Promise.resolve(void isTrusted(ip.replace('/64', '')));
  },
};

describe('the memory of a process', () => {
  for (const [name, create] of Object.entries(KEEPERS)) {
    it(`doesn't grow with the number of addresses that have called: ${name}`, async () => {
      const use = create();
      const callFrom = async (first: number, count: number) => {
        for (let n = first; n < first + count; n += AT_ONCE) {
          await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => use(address(n + index))));
        }
      };
      // The first calls compile code and fill the cache of the proxy check.
      await callFrom(0, 2000);
      const before = heapUsed();
      await callFrom(2000, ADDRESSES);
      const grown = heapUsed() - before;
      // An entry for each address would take more than 50 bytes.
      assert.ok(grown < ADDRESSES * 50, `${grown} bytes`);
      // Keeps the object reachable until after the measurement.
      await use(address(0));
    });
  }
});
