import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Harness } from '../../demo/server/test/support/harness.js';
import { main } from './cli.js';
import { mutants } from './mutants/mutants.js';
import type { Ask, Mutant, Reply } from './mutants/support.js';
import { checks, runChecks } from './runner.js';
import type { CheckOptions, Result } from './verdict.js';

const origin = 'https://example.org';

const optionsFor = (url: string): CheckOptions => ({
  url,
  numbers: [
    { tel: '79990000001', code: '111111' },
    { tel: '79990000002', code: '222222' },
  ],
  origin,
  password: true,
});

const parse = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
};

/** Puts a fault between the check and a sound server. */
async function startMutant({ make }: Mutant, url: string): Promise<{ url: string; server: Server }> {
  const fault = make?.();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = parse(text);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (!['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)) headers[name] = String(value);
    }
    const exchange = { method: request.method!, path: request.url!, headers, body };
    const ask: Ask = async altered => {
      // What was no object goes on as it came.
      const content = Object.keys(body).length > 0 ? JSON.stringify(altered.body) : text;
      const answer = await fetch(url + altered.path, {
        method: altered.method,
        headers: altered.headers,
        redirect: 'manual',
        ...(content === '' || altered.method === 'GET' ? {} : { body: content }),
      });
      const reply: Reply = { status: answer.status, headers: {}, raw: await answer.text() };
      answer.headers.forEach((value, name) => {
        if (!['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'date'].includes(name)) {
          reply.headers[name] = value;
        }
      });
      return reply;
    };
    const reply = fault ? await fault(exchange, ask) : await ask(exchange);
    response.writeHead(reply.status, reply.headers).end(reply.status === 204 ? undefined : reply.raw);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('the contract check', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.open('pglite');
  });
  after(() => harness.close());

  // The database's clock is moved on where a person would wait.
  const run = (url: string) => runChecks(optionsFor(url), { wait: seconds => harness.database.advance(seconds) });

  async function runOn(mutant: Mutant): Promise<readonly Result[]> {
    await harness.start(mutant.env);
    const { url, server } = await startMutant(mutant, harness.url);
    try {
      return await run(url);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('finds that the contract holds for the reference server', async () => {
    await harness.start();
    const results = await run(harness.url);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
    assert.equal(results.length, checks.length);
  });

  it('finds nothing through a go-between that changes nothing', async () => {
    const results = await runOn({ fault: 'none', check: '', outcome: 'fails' });
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
  });

  for (const mutant of mutants) {
    it(`finds a server that ${mutant.fault}`, async () => {
      const results = await runOn(mutant);
      const found = results.find(({ id }) => id === mutant.check);
      assert.ok(found, `there is no check ${mutant.check}`);
      assert.equal(found.outcome, mutant.outcome, `${found.detail || 'it holds'}`);
      assert.notEqual(found.detail, '');
    });
  }

  it('has a fault for every check, but for the one that only prepares', () => {
    const covered = new Set(mutants.map(({ check }) => check));
    for (const { id } of checks) assert.ok(covered.has(id) || id === 'block-prepare', id);
    assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length);
  });

  it('tells a server that is not there', async () => {
    const { server, url } = await startMutant({ fault: '', check: '', outcome: 'fails' }, 'http://127.0.0.1:9');
    await new Promise(resolve => server.close(resolve));
    const args = [
      url,
      '--test-number',
      '79990000001',
      '--test-code',
      '1',
      '--test-number',
      '79990000002',
      '--test-code',
      '2',
    ];
    assert.equal(
      await main(
        args,
        () => undefined,
        () => undefined,
      ),
      2,
    );
  });

  it('refuses a command line that names no server or no numbers, and shows how it is used', async () => {
    const lines: readonly (readonly string[])[] = [
      [],
      ['ftp://example.org'],
      ['https://example.org'],
      ['https://example.org', '--test-number', '79990000001', '--test-code', '111111'],
      ['https://example.org', '--test-number', 'x', '--test-code', '1', '--test-number', 'y', '--test-code', '2'],
      ['https://example.org', '--unknown'],
    ];
    for (const args of lines) {
      let said = '';
      const code = await main(
        args,
        () => assert.fail('a report'),
        text => (said += text),
      );
      assert.equal(code, 2);
      assert.match(said, /auth-widget-check https:/);
    }
  });

  it('shows how it is used when it is asked, and that is no failure', async () => {
    for (const help of ['--help', '-h']) {
      let said = '';
      const code = await main(
        [help],
        text => (said += text),
        () => assert.fail('a complaint'),
      );
      assert.equal(code, 0);
      assert.match(said, /auth-widget-check https:/);
    }
  });

  it('is one file that runs with Node alone, with a report for programs and an exit code', async t => {
    const folder = await mkdtemp(join(tmpdir(), 'aw-check-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const { bundleCheck } = await import('./bundle.mjs');
    const file: string = await bundleCheck(folder);
    const source = await readFile(file, 'utf8');
    assert.match(source, /^#!\/usr\/bin\/env node\n/);
    for (const [, name] of source.matchAll(/\bfrom\s*["']([^"']+)["']/g)) assert.match(name!, /^node:/);
    // No waiting: an interval of a second, which the check finds fault with, and nothing else.
    await harness.start({ SEND_INTERVAL: '1' });
    const numbers = ['--test-number', '79990000001', '--test-code', '111111', '--test-number', '79990000002'];
    const args = [file, harness.url, ...numbers, '--test-code', '222222', '--origin', origin, '--json'];
    const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>(resolve => {
      execFile(process.execPath, args, { cwd: folder }, (error, output) =>
        resolve({ code: error?.code ?? 0, stdout: output }),
      );
    });
    const report = JSON.parse(stdout);
    assert.equal(report.server, harness.url);
    assert.deepEqual(
      report.results.filter(({ outcome }: Result) => outcome !== 'holds').map(({ id }: Result) => id),
      ['send'],
    );
    assert.deepEqual(report.counts, { holds: checks.length - 1, copes: 0, fails: 1, skipped: 0 });
    assert.equal(code, 1);
  });
});
