// What runs in a measured page. Playwright adds watchField() before the scripts of the page, and calls the others later. It does so over
// the DevTools protocol, so no policy applies to them.

/**
 * Looks for a visible field in each animation frame. After the paint of the frame that has one, calls window.tellShown with a JSON array:
 * performance.now() and performance.timeOrigin. From the start, window.peer collects long tasks, violations and keys.
 * @param {string[]} selectors each is looked for below the element that the previous one has found, through shadow roots
 */
export function watchField(selectors) {
  if (location.pathname === '/blank.html' || window.top !== window) return;

  /** @type {(root: Document | Element | ShadowRoot, selector: string) => Element[]} */
  const findDeep = (root, selector) => {
    const within = 'shadowRoot' in root && root.shadowRoot ? findDeep(root.shadowRoot, selector) : [];
    const roots = [...root.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot);
    return [
      ...root.querySelectorAll(selector),
      ...within,
      ...roots.flatMap(host => findDeep(/** @type {ShadowRoot} */ (host.shadowRoot), selector)),
    ];
  };
  /** @type {(root?: Document | Element) => Element[]} */
  const findFields = (root = document) =>
    selectors.reduce(
      (/** @type {any[]} */ scopes, selector) => scopes.flatMap(scope => findDeep(scope, selector)),
      [root],
    );
  const isVisible = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  /** A message that is posted before the paint of a frame is handled after it. @param {() => void} run */
  const afterPaint = run => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = run;
    port2.postMessage(0);
  };

  /** @type {{ field?: Element, shownAt: number, keys: number[], tasks: number[], blocked: string[], findFields: typeof findFields }} */
  const peer = { shownAt: NaN, keys: [], tasks: [], blocked: [], findFields };
  Object.assign(window, { peer });
  const look = () => {
    const field = findFields().find(isVisible);
    if (!field) return void requestAnimationFrame(look);
    peer.field = field;
    afterPaint(() => {
      peer.shownAt = performance.now();
      Reflect.get(window, 'tellShown')?.(JSON.stringify([peer.shownAt, performance.timeOrigin]));
    });
  };
  requestAnimationFrame(look);

  new PerformanceObserver(list => peer.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  });
  document.addEventListener('securitypolicyviolation', event => peer.blocked.push(event.effectiveDirective), true);
  addEventListener(
    'keydown',
    () => {
      const pressedAt = performance.now();
      requestAnimationFrame(() => afterPaint(() => peer.keys.push(performance.now() - pressedAt)));
    },
    true,
  );
}

/** Returns the blocking time so far in ms, the directives that blocked something, and the look of the field, if it was shown. */
export function describePage() {
  /** @type {{ field?: Element, tasks: number[], blocked: string[] }} */
  const { field, tasks, blocked } = Reflect.get(window, 'peer');
  const style = field && getComputedStyle(field);
  const box = field?.getBoundingClientRect();
  return {
    blocking: tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    blocked,
    look:
      style &&
      [
        Math.round(box?.width ?? 0),
        Math.round(box?.height ?? 0),
        ...[
          style.fontSize,
          style.fontFamily,
          style.color,
          style.backgroundColor,
          style.borderTopWidth,
          style.borderRadius,
        ],
        style.padding,
      ].join(' '),
  };
}

/**
 * Mounts widgets or inputs one after another, until there were `count` or `seconds` have passed. Each is removed when its field is in
 * the DOM, or after 200 tasks.
 * @param {{ tag: string | undefined, count: number, seconds: number }} options without a tag, the page's mountPeer(box) mounts one, and
 * returns the function that removes it
 * @returns {Promise<number>} how many there were
 */
export async function mountAndRemove({ tag, count, seconds }) {
  const { findFields } = Reflect.get(window, 'peer');
  const nextTask = () =>
    new Promise(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(0);
    });
  const end = performance.now() + seconds * 1000;
  let mounted = 0;
  for (; mounted < count && performance.now() < end; mounted++) {
    const box = document.createElement('div');
    document.body.append(box);
    const remove = tag ? undefined : Reflect.get(window, 'mountPeer')(box);
    if (tag) box.append(document.createElement(tag));
    for (
      let tasks = 0;
      tasks < 200 && (tag ? findFields(box) : [...box.querySelectorAll('input')]).length === 0;
      tasks++
    )
      await nextTask();
    remove?.();
    box.remove();
    await nextTask();
  }
  return mounted;
}
