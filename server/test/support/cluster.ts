import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { fileURLToPath } from 'node:url';
import type { SmsMessage } from '../../src/sms/provider.js';
import { bundle } from './bundle.js';
import { createDataFolder } from './data-folder.js';
import type { DatabaseKind } from './databases.js';
import type { Envelope, Params } from './envelope.js';
import { testEnvironment } from './harness.js';
import { pooling, sharedPostgres } from './postgres.js';

/** A message to a server process (killable-server.ts). */
export type ParentMessage =
  | { readonly kind: 'die'; readonly steps: number }
  | { readonly kind: 'query'; readonly text: string };

/** A message from a server process. */
export type ChildMessage =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'rows'; readonly rows: readonly unknown[] };

/** An answer of the server. */
export interface Outcome {
  readonly status: number;
  readonly params: Params;
}

interface Member {
  readonly child: ChildProcess;
  readonly url: string;
}

const program = fileURLToPath(new URL('./killable-server.ts', import.meta.url));

/** Server processes that share one database: four on PostgreSQL by default, and one on PGlite, which supports no more. */
export class Cluster {
  readonly #sent: SmsMessage[] = [];
  /** Reads the lines that the processes have added to the file of the SMS. */
  #readSent: () => readonly string[] = () => [];
  readonly #env: Record<string, string>;
  readonly #members: Member[] = [];
  readonly #cleanups: (() => Promise<unknown>)[] = [];
  #turn = 0;

  private constructor(env: Record<string, string>) {
    this.#env = env;
  }

  static async start(
    kind: DatabaseKind,
    settings: Readonly<Record<string, string>> = {},
    processes = 4,
  ): Promise<Cluster> {
    const env: Record<string, string> = { ...testEnvironment, ...settings };
    const cluster = new Cluster(env);
    env['SMS_FILE'] = await cluster.#collect();
    if (kind === 'postgres') {
      const postgres = await sharedPostgres();
      const url = await postgres.createMigratedDatabase();
      cluster.#cleanups.push(() => postgres.dropDatabase(url));
      env['DATABASE_URL'] = url;
      env['DATABASE_POOLING'] = pooling;
    } else {
      const { folder, remove } = await createDataFolder();
      cluster.#cleanups.push(remove);
      env['DATA_DIR'] = folder;
    }
    const count = kind === 'postgres' ? processes : 1;
    cluster.#members.push(...(await Promise.all(Array.from({ length: count }, () => cluster.#fork()))));
    return cluster;
  }

  /** The SMS that all processes have sent. */
  get sent(): readonly SmsMessage[] {
    for (const line of this.#readSent()) this.#sent.push(JSON.parse(line) as SmsMessage);
    return this.#sent;
  }

  get size(): number {
    return this.#members.length;
  }

  /** The address of the process whose turn it is. */
  get url(): string {
    this.#turn++;
    return this.#members[this.#turn % this.#members.length]!.url;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map(({ child }) => this.#end(child)));
    for (const cleanup of this.#cleanups.reverse()) await cleanup();
  }

  /** Calls the processes in turn. Resolves with undefined if the process dies before it answers. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Outcome | undefined> {
    const { url } = this;
    const { body, token, ip = '192.0.2.1', key, headers = {} } = options;
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          'X-Forwarded-For': ip,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { code, params } = (await response.json()) as Envelope;
      assert.equal(code, response.status);
      return { status: code, params };
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return undefined;
    }
  }

  /** Makes the same call `times` times at once, spread over the processes. Resolves to the answers that came. */
  async storm(times: number, method: string, path: string, options: CallOptions = {}): Promise<Outcome[]> {
    const calls = Array.from({ length: times }, () => this.call(method, path, options));
    return (await Promise.all(calls)).filter(outcome => outcome !== undefined);
  }

  sentTo(tel: string): readonly SmsMessage[] {
    return this.sent.filter(message => message.to === tel);
  }

  /** The code of the only SMS to `tel`. */
  codeFor(tel: string): string {
    assert.equal(this.sentTo(tel).length, 1);
    return this.sentTo(tel)[0]!.text.slice(-6);
  }

  /** Runs a query on the database of the cluster. */
  async query<Row>(text: string): Promise<Row[]> {
    const { child } = this.#members[0]!;
    const answered = once(child, 'message');
    child.send({ kind: 'query', text } satisfies ParentMessage);
    const [message] = (await answered) as [ChildMessage];
    assert.equal(message.kind, 'rows');
    return message.rows as Row[];
  }

  /**
   * Kills a process while `work` runs, and starts it again when `work` has ended.
   */
  async killDuring<T>(index: number, point: KillPoint, work: () => Promise<T>): Promise<T> {
    const { child } = this.#members[index]!;
    const ended = once(child, 'exit');
    if ('steps' in point) child.send({ kind: 'die', steps: point.steps } satisfies ParentMessage);
    else setTimeout(() => child.kill('SIGKILL'), point.after);
    const result = await work();
    // If the process hasn't reached that step, it is killed now.
    child.kill('SIGKILL');
    await ended;
    this.#members[index] = await this.#fork();
    return result;
  }

  /**
   * Makes the file to which the processes add the SMS, and resolves to its path. A provider in this process would answer late
   * when this process is busy with its calls, and the servers would give up on it.
   */
  async #collect(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'aw-sms-'));
    const path = join(folder, 'sent');
    const file = openSync(path, 'a+');
    this.#cleanups.push(() => {
      closeSync(file);
      return rm(folder, { recursive: true });
    });
    const buffer = Buffer.alloc(65_536);
    const decoder = new StringDecoder('utf8');
    let position = 0;
    let rest = '';
    this.#readSent = () => {
      for (let length = 1; length > 0; position += length) {
        length = readSync(file, buffer, 0, buffer.length, position);
        rest += decoder.write(buffer.subarray(0, length));
      }
      const lines = rest.split('\n');
      rest = lines.pop()!;
      return lines;
    };
    return path;
  }

  async #fork(): Promise<Member> {
    const child = fork(await bundle(program), {
      execArgv: [],
      env: { PATH: process.env['PATH'] ?? '', ...this.#env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const orphan = () => child.kill('SIGKILL');
    process.once('exit', orphan);
    child.once('exit', () => process.off('exit', orphan));
    const gone = once(child, 'exit').then(([code]) => {
      throw new Error(`a server did not start, code ${code}`);
    });
    gone.catch(() => undefined);
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [ChildMessage];
    assert.equal(message.kind, 'listening');
    return { child, url: message.url };
  }

  async #end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** Options of a call. */
export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  readonly ip?: string;
  /** Idempotency key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** When a process is killed: at one of its steps (see killable-server.ts), or after some milliseconds. */
export type KillPoint = { readonly steps: number } | { readonly after: number };
