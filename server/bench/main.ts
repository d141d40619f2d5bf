/* oxlint-disable no-console -- a command for people */
// npm run bench <name> [-- options], in server/ or in the root (bench/main.mjs): runs one of the benchmarks of the server. Without a known
// name, it lists them and fails. The first lines of each file describe its options.

interface Benchmark {
  readonly what: string;
  start(): Promise<unknown>;
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  server: {
    what: 'the throughput of the calls, relative to a bare server that runs the same SQL',
    start: () => import('./server.js'),
  },
  flood: { what: 'how long a read takes while the server is flooded with writes', start: () => import('./flood.js') },
  scale: {
    what: 'whether the calls are as fast on a large database as on an empty one',
    start: () => import('./scale.js'),
  },
  attack: {
    what: 'a day of an attacker who wants SMS, against the real limits',
    start: () => import('./attack/main.js'),
  },
};

// The name is taken out of `process.argv`, because a benchmark starts when it is imported, and reads its options there.
const [name = ''] = process.argv.splice(2, 1);
const benchmark = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
if (benchmark) await benchmark.start();
else {
  const lines = Object.entries(BENCHMARKS).map(([each, { what }]) => `  ${each.padEnd(8)}${what}`);
  console.error(`npm run bench <name> [-- options]\n${lines.join('\n')}`);
  process.exitCode = 1;
}

export {};
