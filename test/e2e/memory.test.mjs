// Memory leaks: 1,000 widgets are mounted and removed on a real page, and Chromium's DevTools protocol counts what is left.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';

const demoTest = setUpDemoTests();
const options = { path: '/pages/session.html' };

/** Collects in `window.timers` the timers that were set and have neither fired nor been cleared. */
const trackTimers = () => {
  window.timers = new Set();
  const { setTimeout, clearTimeout } = window;
  const trackedSetTimeout = (callback, delay, ...args) => {
    const id = setTimeout(() => {
      window.timers.delete(id);
      callback(...args);
    }, delay);
    window.timers.add(id);
    return id;
  };
  window.setTimeout = /** @type {typeof setTimeout} */ (/** @type {unknown} */ (trackedSetTimeout));
  window.clearTimeout = id => {
    window.timers.delete(id);
    clearTimeout(id);
  };
};

/** Collects in `window.motions` the animations that scripts began and that run. The browser keeps an element until its own have ended. */
const trackMotions = () => {
  window.motions = new Set();
  const { animate } = Element.prototype;
  Element.prototype.animate = function (keyframes, options) {
    const animation = animate.call(this, keyframes, options);
    const forget = () => window.motions.delete(animation);
    window.motions.add(animation);
    animation.finished.then(forget, forget);
    return animation;
  };
};

/** Mounts and removes `count` widgets one after another, each with its own store and backend, and signs in with it. */
async function mountRepeatedly({ count, screen }) {
  for (let i = 0; i < count; i++) {
    const widget = document.createElement('auth-widget');
    /** @type {import('../../src/client/index.js').StoredSession | null} */
    let record = null;
    widget.store = {
      persistent: true,
      read: () => record,
      write: written => (record = written),
      remove: () => (record = null),
      subscribe: () => () => {},
    };
    widget.backend = /** @type {import('../../src/index.js').AuthBackend} */ (
      /** @type {unknown} */ ({
        requestCode: () => Promise.resolve({ resendIn: 60 }),
        login: () => Promise.resolve({ user: 'u1', displayName: 'Anna', token: 't', expiresIn: 1000 }),
        endSession: () => Promise.resolve(),
      })
    );
    document.body.append(widget);
    await widget.updateComplete;
    if (screen === 'code') await widget.client.loginByPhone('79161234567');
    if (screen === 'signed-in') {
      await widget.client.login('anna', 'correct horse');
      await widget.updateComplete;
      await widget.client.logout();
    }
    await widget.updateComplete;
    widget.remove();
  }
  sessionStorage.clear();
}

for (const screen of ['form', 'code', 'signed-in']) {
  demoTest(
    `1,000 widgets removed (${screen}): no widget, client, timer, listener or node is left`,
    options,
    async ({ page, context }) => {
      await page.addInitScript(trackTimers);
      await page.addInitScript(trackMotions);
      await page.reload();
      await page.locator('auth-widget').getByRole('button').first().waitFor();
      const devTools = await context.newCDPSession(page);
      await devTools.send('Performance.enable');
      /** Counts the objects with a prototype after a garbage collection. */
      const countObjects = async prototype => {
        const { result } = await devTools.send('Runtime.evaluate', { expression: prototype });
        const { objects } = await devTools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
        const { objectId = '' } = objects;
        const functionDeclaration = 'function () { return this.length }';
        const count = await devTools.send('Runtime.callFunctionOn', {
          objectId,
          functionDeclaration,
          returnByValue: true,
        });
        await devTools.send('Runtime.releaseObject', { objectId });
        return count.result.value;
      };
      const measure = async () => {
        await page.evaluate(async () => {
          await Promise.allSettled([...window.motions].map(({ finished }) => finished));
        });
        // One garbage collection doesn't collect everything.
        for (let run = 0; run < 3; run++) await devTools.send('HeapProfiler.collectGarbage');
        const { metrics } = await devTools.send('Performance.getMetrics');
        const metric = wanted => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
        return {
          nodes: metric('Nodes'),
          listeners: metric('JSEventListeners'),
          heap: metric('JSHeapUsedSize'),
          timers: await page.evaluate('timers.size'),
          widgets: await countObjects("customElements.get('auth-widget').prototype"),
          clients: await countObjects("document.querySelector('auth-widget').client.constructor.prototype"),
        };
      };
      // The first widgets fill caches of the page and of the browser.
      await page.evaluate(mountRepeatedly, { count: 100, screen });
      const before = await measure();
      assert.ok(before.widgets > 0 && before.clients > 0, 'the objects can be counted');
      await page.evaluate(mountRepeatedly, { count: 1000, screen });
      const after = await measure();
      const growth = { ...after };
      for (const key of /** @type {(keyof typeof after)[]} */ (Object.keys(after))) growth[key] -= before[key];
      console.log(`1,000 mounts (${screen}): ${JSON.stringify(growth)}`);
      assert.deepEqual([growth.widgets, growth.clients, growth.timers], [0, 0, 0]);
      assert.ok(growth.nodes < 100, `${growth.nodes} nodes are left`);
      assert.ok(growth.listeners < 10, `${growth.listeners} listeners are left`);
      // The heap also contains compiled code, whose size varies between runs.
      assert.ok(growth.heap < 1_500_000, `${growth.heap} bytes are left`);
    },
  );
}
