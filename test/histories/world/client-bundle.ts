import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import type * as client from '../../../src/client/index.js';

/** The globals of a page that the client uses. Each page of a world has its own. */
export const PAGE_GLOBALS = [
  'globalThis',
  'localStorage',
  'sessionStorage',
  'navigator',
  'document',
  'fetch',
  'BroadcastChannel',
  'Date',
  'Math',
  'performance',
  'setTimeout',
  'clearTimeout',
  'AbortSignal',
] as const;

export type PageGlobals = Readonly<Record<(typeof PAGE_GLOBALS)[number], unknown>>;
export type ClientModule = typeof client;

/**
 * Compiles `src/client/index.ts` to a function of its globals. Each call of it evaluates all modules anew, as a page does
 * that is loaded: what modules keep, such as the shared sessions, belongs to one page.
 */
export async function bundleClient(): Promise<(globals: PageGlobals) => ClientModule> {
  const { outputFiles } = await build({
    entryPoints: ['src/client/index.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'client',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const load = compileFunction(`${outputFiles[0]!.text}\nreturn client;`, [...PAGE_GLOBALS]) as (
    ...globals: unknown[]
  ) => ClientModule;
  return globals => load(...PAGE_GLOBALS.map(name => globals[name]));
}
