import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const MAX_OUTPUT = 64 * 1024 * 1024; // bytes
const TIMEOUT_MS = 420_000;

/** npm's own script, which any Node can run. It lies beside the Node that runs the tests. */
const NPM_CLI =
  process.env.npm_execpath ??
  createRequire(import.meta.url).resolve(
    path.resolve(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js'),
  );

/**
 * Runs a command, and resolves to its standard output. If it fails, the error has everything that it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined> }} options
 * @returns {Promise<string>}
 */
export function run(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: MAX_OUTPUT, timeout: TIMEOUT_MS };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')} in ${cwd} failed:\n${stdout}\n${stderr}`, { cause: error }));
    });
  });
}

/**
 * Runs npm without the settings that npm has put into the environment of the tests, which belong to another project.
 * @param {string[]} args
 * @param {{ cwd: string, node?: string, env?: Record<string, string | undefined> }} options `node`: the Node that runs npm
 * and what npm runs
 */
export function runNpm(args, { cwd, node = process.execPath, env = {} }) {
  return run(node, [NPM_CLI, ...args], { cwd, env: { ...withNode(node), ...env } });
}

/**
 * The environment in which `node` is the first on the PATH, without what npm sets for the scripts that it runs.
 * @param {string} node
 * @returns {Record<string, string | undefined>}
 */
export function withNode(node) {
  const ofNpm = Object.keys(process.env).filter(name =>
    /^npm_(?:config_(?:local_prefix|prefix)|lifecycle|package)/.test(name),
  );
  return {
    ...Object.fromEntries(ofNpm.map(name => [name, undefined])),
    NODE_ENV: undefined,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    CI: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
  };
}
