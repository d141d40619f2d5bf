import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command, Report } from './server-process.js';

/** The process under load, with a server and its floor (server-process.ts), at the URLs `server` and `floor`. */
export class ServerProcess {
  readonly #child;
  /** Rejects when the process ends. */
  readonly #ended: Promise<never>;
  readonly server: string;
  readonly floor: string;

  private constructor(child: ReturnType<typeof fork>, ended: Promise<never>, { server, floor }: Report) {
    this.#child = child;
    this.#ended = ended;
    this.server = server!;
    this.floor = floor!;
  }

  static async start(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const child = fork(fileURLToPath(new URL('./server-process.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    const ended = once(child, 'exit').then(([code]) => assert.fail(`the process under load ended with ${code}`));
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [Report];
    return new ServerProcess(child, ended, report);
  }

  /** Resolves with the answer to a command; one command at a time. Rejects if the process ends before it answers. */
  async execute(command: Command): Promise<Report> {
    const answered = once(this.#child, 'message');
    this.#child.send(command);
    const [report] = (await Promise.race([answered, this.#ended])) as [Report];
    return report;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended.catch(() => undefined);
  }
}
