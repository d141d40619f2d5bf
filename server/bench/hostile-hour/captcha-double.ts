// Starts a provider of captchas on this machine. It's a process of its own: in the attacker's process, its answers would wait for
// the attacker's calls, and the servers would find it slow.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../test/support/bundle.js';

/** What a token begins with. */
export type CaptchaAnswer = 'good' | 'unknown' | 'html' | 'slow';

const program = fileURLToPath(new URL('./captcha-provider.ts', import.meta.url));

/** Starts the provider. */
export async function startCaptchaDouble(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = fork(await bundle(program), { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [url] = (await once(child, 'message')) as [string];
  return { url, stop: () => void child.kill() };
}
