// A @web/test-runner launcher for Debian's WebKitGTK (WebKitWebDriver + MiniBrowser under Xvfb), no webdriverio.
// It says type 'puppeteer' and hands out a page with the few puppeteer calls that
// @web/test-runner-commands makes, so sendKeys, sendMouse, resetMouse and setViewport work unchanged.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { existsSync, mkdtempSync, mkdirSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const KEYS = {
  Enter: '\uE007',
  Tab: '\uE004',
  Space: ' ',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Meta: '\uE03D',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
};
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);
const BUTTONS = { left: 0, middle: 1, right: 2 };
const freePort = () =>
  new Promise((res, rej) => {
    const s = createServer();
    s.once('error', rej);
    s.listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => res(port));
    });
  });

export function webkit({ name = 'WebKitGTK', env = {}, gtkSettings = '' } = {}) {
  const binary = ['4.1', '4.0'].map(v => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${v}/MiniBrowser`).find(existsSync);
  let children = [],
    base,
    session,
    starting,
    active,
    cfg;
  const http = async (method, url, body) => {
    const r = await fetch(base + url, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60000),
    });
    const { value } = await r.json();
    if (value?.error) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
    return value;
  };
  const s = (method, url, body) => http(method, `/session/${session}${url}`, body);
  const exec = (script, ...args) => s('POST', '/execute/sync', { script, args });
  const key = (...actions) => s('POST', '/actions', { actions: [{ type: 'key', id: 'kbd', actions }] });
  const mouse = (...actions) =>
    s('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    });
  const k = c => KEYS[c] ?? c;
  const held = new Set();
  const page = {
    url: () => active?.url,
    async setViewport({ width, height }) {
      await s('POST', '/window/rect', { width, height });
      for (let i = 0; i < 20; i++) {
        const [w, h] = await exec('return [innerWidth, innerHeight]');
        if (w === width && h === height) return;
        const r = await s('GET', '/window/rect');
        await s('POST', '/window/rect', { width: r.width + width - w, height: r.height + height - h });
      }
      throw new Error(
        `WebKitGTK: no viewport of ${width}x${height}, it is ${await exec('return innerWidth')}x${await exec('return innerHeight')}`,
      );
    },
    keyboard: {
      // WebKitWebDriver forgets held keys between two action calls: they are pressed again around each key
      async press(c) {
        const h = [...held];
        await key(
          ...h.map(value => ({ type: 'keyDown', value })),
          { type: 'keyDown', value: k(c) },
          { type: 'keyUp', value: k(c) },
          ...h.reverse().map(value => ({ type: 'keyUp', value })),
        );
      },
      async down(c) {
        held.add(k(c));
        if (!MODIFIERS.has(c)) await key({ type: 'keyDown', value: k(c) });
      },
      async up(c) {
        held.delete(k(c));
        if (!MODIFIERS.has(c)) await key({ type: 'keyUp', value: k(c) });
      },
      async type(t) {
        for (const c of t) await page.keyboard.press(c);
      },
    },
    mouse: {
      move: (x, y) => mouse({ type: 'pointerMove', duration: 0, x, y }),
      click: (x, y, { button = 'left' } = {}) =>
        mouse(
          { type: 'pointerMove', duration: 0, x, y },
          { type: 'pointerDown', button: BUTTONS[button] },
          { type: 'pointerUp', button: BUTTONS[button] },
        ),
      down: ({ button = 'left' } = {}) => mouse({ type: 'pointerDown', button: BUTTONS[button] }),
      up: ({ button = 'left' } = {}) => mouse({ type: 'pointerUp', button: BUTTONS[button] }),
      async reset() {
        await s('DELETE', '/actions');
        await mouse({ type: 'pointerMove', duration: 0, x: 0, y: 0 });
      },
    },
    emulateMediaFeatures() {
      throw new Error('WebKitGTK: no media emulation');
    },
    emulateMediaType() {
      throw new Error('WebKitGTK: no media emulation');
    },
    async screenshot() {
      return Buffer.from(await s('GET', '/screenshot'), 'base64');
    },
    evaluate: fn => exec(`return (${fn})()`),
  };
  async function start() {
    if (!binary) throw new Error('WebKitGTK: apt-get install webkit2gtk-driver');
    cfg = mkdtempSync(path.join(tmpdir(), 'wtr-webkit-'));
    mkdirSync(path.join(cfg, 'gtk-3.0'));
    writeFileSync(path.join(cfg, 'gtk-3.0/settings.ini'), gtkSettings && `[Settings]\n${gtkSettings}\n`);
    const x = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(x);
    const display = await new Promise((res, rej) => {
      x.once('error', rej);
      x.once('exit', c => rej(new Error(`Xvfb ended: ${c}`)));
      let t = '';
      x.stdio[3].on('data', d => {
        t += d;
        if (t.includes('\n')) res(`:${t.trim()}`);
      });
    });
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const d = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        XDG_CONFIG_HOME: cfg,
        XDG_DATA_HOME: cfg,
        XDG_CACHE_HOME: cfg,
        NO_AT_BRIDGE: '1',
        MESA_SHADER_CACHE_DISABLE: 'true',
        ...env,
      },
    });
    children.push(d);
    for (let i = 0; ; i++) {
      try {
        await http('GET', '/status');
        break;
      } catch (e) {
        if (i > 200) throw e;
        await new Promise(r => setTimeout(r, 50));
      }
    }
    session = (
      await http('POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
      })
    ).sessionId;
  }
  process.once('exit', () => {
    for (const c of children) c.kill();
  });
  return {
    name,
    type: 'puppeteer',
    concurrency: 1,
    async startSession(id, url) {
      await (starting ??= start());
      active = { id, url };
      await page.setViewport({ width: 800, height: 600 });
      await s('POST', '/url', { url });
    },
    isActive: id => active?.id === id,
    getBrowserUrl: id => (active?.id === id ? s('GET', '/url') : undefined),
    getPage: id => {
      if (active?.id !== id) throw new Error(`WebKitGTK: session ${id} is not active`);
      return page;
    },
    async stopSession() {
      active = undefined;
      await s('POST', '/url', { url: 'about:blank' });
      return {};
    },
    async startDebugSession() {
      throw new Error('WebKitGTK: no debug mode');
    },
    async stop() {
      try {
        if (session) await http('DELETE', `/session/${session}`);
      } catch {
        /* it is going away */
      }
      for (const c of children.reverse()) c.kill();
      children = [];
      starting = session = undefined;
      // The browser's processes outlive the driver a little and still write: what comes new is removed with the next try.
      for (let i = 0; cfg; i++) {
        try {
          rmSync(cfg, { recursive: true, force: true });
          break;
        } catch (error) {
          if (i === 50) throw error;
          await new Promise(r => setTimeout(r, 100));
        }
      }
    },
  };
}
