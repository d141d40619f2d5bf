// What only a real page can show: the memory after a thousand mounts.
import assert from 'node:assert/strict';
import { tellStories } from './support/story.mjs';

const story = tellStories();
const plain = { path: '/pages/session.html' };

/** Counts timers that are set and neither fired nor cleared, in `window.timers`. */
const countTimers = () => {
  window.timers = new Set();
  const { setTimeout: set, clearTimeout: clear } = window;
  window.setTimeout = (run, wait, ...args) => {
    const id = set(() => {
      window.timers.delete(id);
      run(...args);
    }, wait);
    window.timers.add(id);
    return id;
  };
  window.clearTimeout = id => {
    window.timers.delete(id);
    clear(id);
  };
};

/** Mounts a widget so often, each with a life of its own, and takes it out again. */
async function mountOften({ count, screen }) {
  const after = () => new Promise(resolve => new MessageChannel().port1.postMessage(resolve(undefined)));
  for (let n = 0; n < count; n++) {
    const widget = document.createElement('auth-widget');
    let records = null;
    widget.store = {
      persistent: true,
      read: () => records,
      write: record => (records = record),
      remove: () => (records = null),
      subscribe: () => () => {},
    };
    widget.backend = {
      requestCode: async () => ({ resendIn: 60 }),
      login: async () => ({ user: 'u1', displayName: 'Anna', token: 't', expiresIn: 1000 }),
      endSession: async () => {},
    };
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
    await after();
  }
  sessionStorage.clear();
}

for (const screen of ['form', 'code', 'signed-in']) {
  story(
    `1,000 mounts and removals (${screen}): no listener, no timer, no node stays`,
    plain,
    async ({ page, context }) => {
      await page.addInitScript(countTimers);
      await page.reload();
      await page.locator('auth-widget').getByRole('button').first().waitFor();
      const devTools = await context.newCDPSession(page);
      await devTools.send('Performance.enable');
      /** Objects of a class that are alive, after what is only waiting for the collector is gone. */
      const alive = async prototype => {
        const { result } = await devTools.send('Runtime.evaluate', { expression: prototype });
        const { objects } = await devTools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId });
        const length = { functionDeclaration: 'function () { return this.length }', returnByValue: true };
        const count = await devTools.send('Runtime.callFunctionOn', { objectId: objects.objectId, ...length });
        await devTools.send('Runtime.releaseObject', { objectId: objects.objectId });
        return count.result.value;
      };
      const measure = async () => {
        // What is only waiting for the collector is no leak; it takes it in more than one go.
        for (let n = 0; n < 3; n++) await devTools.send('HeapProfiler.collectGarbage');
        const { metrics } = await devTools.send('Performance.getMetrics');
        const { Nodes, JSEventListeners, JSHeapUsedSize } = Object.fromEntries(
          metrics.map(({ name, value }) => [name, value]),
        );
        return {
          nodes: Nodes,
          listeners: JSEventListeners,
          heap: JSHeapUsedSize,
          timers: await page.evaluate('timers.size'),
          widgets: await alive("customElements.get('auth-widget').prototype"),
          clients: await alive("document.querySelector('auth-widget').client.constructor.prototype"),
        };
      };
      // The first ones fill caches of the page and of the browser.
      await page.evaluate(mountOften, { count: 100, screen });
      const before = await measure();
      assert.ok(before.widgets > 0 && before.clients > 0, 'what is alive is counted');
      await page.evaluate(mountOften, { count: 1000, screen });
      const now = await measure();
      const grown = Object.fromEntries(Object.keys(now).map(key => [key, now[key] - before[key]]));
      console.log(`1,000 mounts (${screen}): ${JSON.stringify(grown)}`);
      assert.deepEqual([grown.widgets, grown.clients, grown.timers], [0, 0, 0]);
      assert.ok(grown.nodes < 100, `${grown.nodes} nodes stayed`);
      assert.ok(grown.listeners < 10, `${grown.listeners} listeners stayed`);
      // What the engine has compiled by now is in it, too: it is not the same in two runs.
      assert.ok(grown.heap < 1_500_000, `${grown.heap} bytes stayed`);
    },
  );
}
