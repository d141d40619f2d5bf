// Reads what Firefox gives to screen readers on Linux over AT-SPI. It runs in a window, with its own session bus and display.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { AT_SPI_PYTHON, requireEngine } from '../../scripts/engines/find-engines.mjs';
import { startDisplay } from './display.mjs';

/** @typedef {{ role: string, name: string, description: string, text: string, attributes: Record<string, string>, states: string[] }} AccessibleNode */
/** @typedef {AccessibleNode & { type: string, inserted: string }} AccessibleEvent */

/** Starts a session bus. */
async function startBus() {
  const child = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface(child.stdout);
  /** @type {string} */
  const address = await new Promise((resolve, reject) => {
    lines.once('line', resolve);
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`dbus-daemon ended with ${code}`)));
  });
  return { child, address };
}

/**
 * Starts test/support/at-spi.py.
 * @param {NodeJS.ProcessEnv} env
 */
async function startReader(env) {
  const child = spawn(AT_SPI_PYTHON, [fileURLToPath(new URL('at-spi.py', import.meta.url))], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('at-spi.py has ended');
    return JSON.parse(value);
  };
  await answer();
  /** @param {'tree' | 'events'} command */
  const ask = command => {
    child.stdin.write(`${command}\n`);
    return answer();
  };
  return {
    child,
    /** @returns {Promise<AccessibleNode[]>} the nodes of the widget */
    tree: () => ask('tree'),
    /** @returns {Promise<AccessibleEvent[]>} what has happened since the last call */
    events: () => ask('events'),
  };
}

/**
 * Starts Firefox with its own display and session bus, and the program that reads them.
 * @param {import('node:test').TestContext} t closes it all
 */
export async function startAccessibleFirefox(t) {
  const display = await startDisplay();
  t.after(() => display.child.kill());
  const bus = await startBus();
  t.after(() => bus.child.kill());
  const env = {
    ...process.env,
    DISPLAY: display.display,
    DBUS_SESSION_BUS_ADDRESS: bus.address,
    GNOME_ACCESSIBILITY: '1',
    MOZ_ENABLE_WAYLAND: '0',
  };
  const reader = await startReader(env);
  t.after(() => reader.child.kill());
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: requireEngine('firefox'),
    headless: false,
    env,
    extraPrefsFirefox: { 'accessibility.force_disabled': -1 },
  });
  t.after(() => browser.close());
  return { browser, reader };
}
