import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const PROGRAM = `
import { AuthClient, AuthError, type AuthState } from 'auth-widget';
import { AuthClient as HeadlessClient } from 'auth-widget/client';
import 'auth-widget/define/auth-widget.js';
import 'auth-widget/define/phone-input.js';
import 'auth-widget/define/code-input.js';

const client: HeadlessClient = new AuthClient({ baseUrl: 'https://auth.example' });
const { isAuthenticated, userId }: AuthState = client.state;
const token: Promise<string | null> = client.getToken();

const widget = document.createElement('auth-widget');
widget.client = client;
widget.addEventListener('auth-signed-in', event => event.displayName?.trim());
document.addEventListener('auth-error', event => event.code === 'blocked');
document.createElement('code-input').onComplete = (code: string) => void client.loginWithSmsCode(code);
export { isAuthenticated, token, userId, AuthError };
`;
/** Mistakes that must be found, and what the compiler calls them. */
const MISTAKES = [
  [`import { AuthClient } from 'auth-widget/client/auth-client.js'; new AuthClient();`, 'TS2307'],
  [`import { AuthClient } from 'auth-widget'; new AuthClient({ baseURL: '/' });`, 'TS2561'],
  [`import 'auth-widget'; document.addEventListener('auth-signed-in', event => event.token);`, 'TS2339'],
] as const;

let project: string;

// A project that has the package installed. Below the repository, so that its dependencies are found.
before(async () => {
  await mkdir(path.join(root, 'out'), { recursive: true });
  project = await mkdtemp(path.join(root, 'out/consumer-'));
  const installed = path.join(project, 'node_modules/auth-widget');
  await mkdir(installed, { recursive: true });
  await copyFile(path.join(root, 'package.json'), path.join(installed, 'package.json'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  const outDir = path.join(installed, 'dist/types');
  await run(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.build.json'), '--outDir', outDir]);
});
after(() => rm(project, { recursive: true, force: true }));

const RESOLUTIONS = [
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
] as const;

/** What the compiler says of a program, in the strictest mode that a project may have. */
async function compile(program: string, [moduleResolution, module]: readonly [string, string]): Promise<string> {
  const compilerOptions = {
    moduleResolution,
    module,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['trusted-types'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  };
  await writeFile(path.join(project, 'program.ts'), program);
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  return run(process.execPath, [tsc, '-p', project], { cwd: project }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

for (const resolution of RESOLUTIONS) {
  test(`a project compiles against the package: ${resolution[0]}`, async () => {
    assert.equal(await compile(PROGRAM, resolution), '');
  });
}

for (const [mistake, code] of MISTAKES) {
  test(`the compiler finds the mistake: ${mistake}`, async () => {
    assert.match(await compile(mistake, RESOLUTIONS[0]), new RegExp(`^program\\.ts\\(1,\\d+\\): error ${code}:`));
  });
}
