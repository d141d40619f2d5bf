// A page's styles for everything in it don't reach the elements: on each of these pages they look as on a page that sets only
// the same width, direction and zoom. The pictures are taken in the same run, with the same fonts.
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { AuthError } from '../../src/core/auth-error.js';
import '../../src/define/auth-widget.js';
import { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import { finishAnimations } from '../support/animations.js';
import { engine } from '../support/browser.js';
import { HeldBackend, FakeStore, session } from '../support/held-backend.js';
import { differenceOf, freeze, takePicture, type Picture } from '../support/pictures.js';
import { settled } from '../support/widget.js';

const COLUMN = 376;
const VIEWPORT = { width: 3 * (COLUMN + 12) + 12, height: 872 };

/** A page of the table. Each element is in a cell of the same width. */
interface Page {
  /** Rules of the page. */
  readonly css?: string;
  /** Rules of the cells, each of which has one element. */
  readonly cell?: string;
  /** Builds what the page has around the cells in `stage`, and returns the node to put the cells into. */
  readonly around?: (stage: HTMLElement) => ParentNode | Promise<ParentNode>;
}

const load = async (name: string): Promise<string> =>
  (await fetch(new URL(`../support/page-styles/${name}`, import.meta.url))).text();

/** Values, other than the initial ones, of every inherited property of text, lists, tables and drawings. */
const INHERITED = `
  border-collapse: collapse; border-spacing: 9px; caption-side: bottom; caret-color: red; color: red; cursor: wait;
  empty-cells: hide; fill: red; fill-opacity: 0.3; font: italic small-caps 900 condensed 37px/3 monospace;
  font-feature-settings: 'smcp'; font-kerning: none; font-language-override: 'SRB'; font-optical-sizing: none;
  font-size-adjust: 0.9; font-stretch: 50%; font-synthesis: none; font-variant: small-caps oldstyle-nums;
  font-variation-settings: 'wght' 900; forced-color-adjust: none; hanging-punctuation: first; hyphenate-character: '#';
  hyphens: auto; image-rendering: pixelated; letter-spacing: 4px; line-break: anywhere; line-height: 3;
  list-style: square inside; math-style: compact; orphans: 9; overflow-wrap: normal; paint-order: stroke;
  print-color-adjust: exact; quotes: '<' '>'; ruby-position: under; scrollbar-color: red blue;
  shape-rendering: crispEdges; stroke: red; stroke-dasharray: 2px; stroke-dashoffset: 1px; stroke-linecap: butt;
  stroke-linejoin: bevel; stroke-opacity: 0.3; stroke-width: 5px; tab-size: 20; text-align: right;
  text-align-last: right; text-anchor: end; text-combine-upright: all; text-decoration-skip-ink: none;
  text-emphasis: dot red; text-indent: 20px; text-justify: none; text-orientation: upright;
  text-rendering: optimizeSpeed; text-shadow: 1px 1px red; text-spacing-trim: space-all; text-transform: uppercase;
  text-underline-offset: 9px; text-wrap: nowrap; text-box-edge: cap alphabetic; white-space: pre; widows: 9;
  word-break: break-all; word-spacing: 9px; -webkit-font-smoothing: antialiased; -webkit-text-fill-color: red;
  -webkit-text-stroke: 1px red; -webkit-text-security: disc;`;

/** Creates an element that holds the others. */
const inside =
  (tag: string, style = '', show = (_: HTMLElement): void => undefined) =>
  (stage: HTMLElement): ParentNode => {
    const element = document.createElement(tag);
    element.style.cssText = style;
    stage.append(element);
    show(element);
    return element;
  };

const FILLED = `inset: 0; margin: 0; padding: 0; border: 0; inline-size: ${VIEWPORT.width}px; max-inline-size: none;
  block-size: ${VIEWPORT.height}px; max-block-size: none; background: white;`;

const PAGES: Readonly<Record<string, Page | (() => Promise<Page>)>> = {
  Bootstrap: async () => ({ css: await load('bootstrap-reboot.css') }),
  'the preflight of Tailwind': async () => ({ css: await load('tailwind-preflight.css') }),
  '* { all: revert }': { css: '* { all: revert }' },
  'tags { all: unset }': { css: 'auth-widget, phone-input, code-input { all: unset }' },
  'a root of 4 px': { css: 'html { font-size: 4px }' },
  'a root of 62.5 %': { css: 'html { font-size: 62.5% }' },
  'inherited properties on the body': { css: `body { ${INHERITED} }` },
  // The elements follow the font size of the root.
  'inherited properties on everything': { css: `* { ${INHERITED} } :root { font-size: 16px }` },
  'rules for tags': {
    css: `span, p, h2, label, input, button, form, svg, path, i, a, bdi, slot {
      margin: 9px; padding: 9px; border: 3px solid red; background: yellow; color: red; float: right; }
      ::placeholder { color: red } ::selection { color: red }`,
  },
  'a modal dialog': { around: inside('dialog', FILLED, dialog => (dialog as HTMLDialogElement).showModal()) },
  'an iframe': {
    around: async stage => {
      const frame = document.createElement('iframe');
      frame.style.cssText = FILLED;
      frame.srcdoc = '<!doctype html><style>body { margin: 0; caret-color: transparent }</style>';
      const loaded = new Promise(resolve => (frame.onload = resolve));
      stage.append(frame);
      await loaded;
      expect(frame.contentDocument!.compatMode).to.equal('CSS1Compat');
      return frame.contentDocument!.body;
    },
  },
  'an iframe in quirks mode': {
    around: stage => {
      const frame = inside('iframe', FILLED)(stage) as HTMLIFrameElement;
      const { body, compatMode } = frame.contentDocument!; // the frame shows about:blank
      expect(compatMode).to.equal('BackCompat');
      body.style.cssText = 'margin: 0; caret-color: transparent;';
      return body;
    },
  },
  'a shadow root': {
    around: stage => {
      const root = (inside('div')(stage) as HTMLElement).attachShadow({ mode: 'closed' });
      const sheet = document.createElement('style');
      sheet.textContent = `* { ${INHERITED} }`;
      root.append(sheet);
      return root;
    },
  },
  'a flex row': { css: 'phone-input, code-input { flex: 1 }', cell: 'display: flex' },
  'a flex row that wraps': {
    css: 'phone-input, code-input { flex: 1 }',
    cell: 'display: flex; flex-wrap: wrap; align-items: center',
  },
  'a flex column': { cell: 'display: flex; flex-direction: column' },
  'a grid': { cell: 'display: grid' },
  'a multi-column text': { cell: 'columns: 1' },
  'transform: scale(1)': { around: inside('div', 'transform: scale(1)') },
  'will-change: transform': { around: inside('div', 'will-change: transform') },
  containment: { cell: 'contain: layout style; container-type: inline-size' },
};

/** The pages that are also tested from right to left and with a zoom. */
const WITH_SETTINGS = ['Bootstrap', '* { all: revert }', 'inherited properties on everything', 'an iframe'];

/**
 * How far a channel of a pixel may differ, and how many pixels may differ by more. A composited layer is rasterized separately,
 * and has other pixels in the curves of the icon (Chromium 156: 21). WebKitGTK 2.50 draws the edges of letters and corners
 * differently from one picture of the same page to the next.
 */
const TOLERANCE = engine === 'webkit' ? { channel: 64, pixels: 200 } : { channel: 8, pixels: 25 };

interface Drawn {
  readonly picture: Picture;
  /** The tag and the place of every element in the shadow roots, to a quarter of a pixel. */
  readonly boxes: readonly string[];
}

const boxesIn = (root: ParentNode): string[] =>
  [...root.querySelectorAll('*')].flatMap(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const inner = element.shadowRoot ? boxesIn(element.shadowRoot) : [];
    return [[element.localName, ...[x, y, width, height].map(value => Math.round(value * 4) / 4)].join(' '), ...inner];
  });

let servers = 0;

function createWidget(mode: string): { widget: AuthWidget; backend: HeldBackend } {
  const backend = new HeldBackend();
  const widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store: new FakeStore(), lang: 'en', mode, noAutoLogin: true });
  widget.baseUrl = `https://${servers++}.test`; // a code that was sent is remembered for each server
  return { widget, backend };
}

type Create = () => { element: HTMLElement; go?: () => Promise<void> };

/**
 * The elements of the picture, by columns: the distance from the top, in pixels that stay whole with zoom, and a function that
 * creates the element, with the steps to the state that the picture shows.
 */
const elements: readonly (readonly (readonly [top: number, create: Create])[])[] = [
  [
    [
      12,
      () => {
        const { widget } = createWidget('register');
        const go = async () => {
          widget.shadowRoot!.querySelector('form')!.requestSubmit();
          await settled(widget);
        };
        return { element: widget, go };
      },
    ],
  ],
  [
    [
      12,
      () => {
        const { widget, backend } = createWidget('phone-login');
        const go = async () => {
          const requested = widget.client.loginByPhone('9161234567');
          await backend.answer('requestCode', { resendIn: 0 });
          await requested;
          const submitted = widget.client.loginWithSmsCode('111111').catch(() => undefined);
          await backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
          await submitted;
        };
        return { element: widget, go };
      },
    ],
    [
      440,
      () => {
        const { widget, backend } = createWidget('login');
        const go = async () => {
          const done = widget.client.login('anna', 'correct horse');
          await backend.answer('login', session());
          await done;
        };
        return { element: widget, go };
      },
    ],
  ],
  [
    [
      12,
      () => {
        const { widget, backend } = createWidget('phone-login');
        const go = async () => {
          const requested = widget.client.loginByPhone('9161234567').catch(() => undefined);
          await backend.answer('requestCode', new AuthError('server'));
          await requested;
        };
        return { element: widget, go };
      },
    ],
    [
      496,
      () => ({
        element: Object.assign(document.createElement('phone-input'), {
          lang: 'en',
          label: 'Your phone',
          description: 'We call it',
          error: 'Not a number',
          value: '79161234567',
        }),
      }),
    ],
    [
      640,
      () => ({
        element: Object.assign(document.createElement('code-input'), {
          lang: 'en',
          label: 'Code',
          title: 'The code',
          phone: '79161234567',
          error: 'Wrong',
        }),
      }),
    ],
  ],
];

describe('pages whose styles set everything they can', () => {
  let sheet: HTMLStyleElement;
  let stage: HTMLElement;
  let hosts: HTMLElement[] = [];
  let now: () => number;
  /** The pictures of plain pages, by their settings. */
  const plain = new Map<string, Drawn>();

  before(async () => {
    await setViewport(VIEWPORT);
    now = Date.now;
  });

  beforeEach(() => {
    sessionStorage.clear();
    const time = now();
    Date.now = () => time; // stops countdowns between two pictures
    sheet = document.createElement('style');
    document.head.append(sheet);
    stage = document.createElement('div');
  });

  afterEach(() => {
    Date.now = now;
    for (const host of hosts) if (host instanceof AuthWidget) host.client.dispose();
    stage.remove();
    sheet.remove();
  });

  /** Takes a picture of the elements in a page. `settings` are the styles that the plain page has as well. */
  async function draw({ css = '', cell = '', around = stage => stage }: Page, settings: string): Promise<Drawn> {
    sheet.textContent = css;
    stage.style.cssText = `${FILLED} position: fixed; caret-color: transparent`;
    document.body.append(stage);
    const place = document.createElement('div');
    place.style.cssText = `position: absolute; inset: 0; ${settings}`;
    (await around(stage)).append(place);
    const states: Promise<void>[] = [];
    hosts = [];
    for (const [index, column] of elements.entries()) {
      for (const [top, create] of column) {
        const outer = document.createElement('div');
        outer.style.cssText = `position: absolute; top: ${top}px; inset-inline-start: ${12 + index * (COLUMN + 12)}px;
          inline-size: ${COLUMN}px; ${cell}`;
        const { element, go } = create();
        hosts.push(element);
        outer.append(element);
        place.append(outer);
        if (element instanceof AuthWidget) await element.updateComplete;
        if (go) states.push(go());
      }
    }
    await Promise.all(states);
    for (const host of hosts) if (host instanceof AuthWidget) await settled(host);
    const root = place.getRootNode() as Document | ShadowRoot;
    let focused = root.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    (focused as HTMLElement | null)?.blur();
    for (const host of hosts) finishAnimations(host);
    freeze();
    if (root !== document) freeze(root);
    const boxes = hosts.flatMap(host => boxesIn(host.shadowRoot!));
    return { picture: await takePicture(), boxes };
  }

  async function drawPlain(settings: string): Promise<Drawn> {
    const known = plain.get(settings);
    if (known) return known;
    const drawn = await draw({}, settings);
    plain.set(settings, drawn);
    stage.remove();
    stage = document.createElement('div');
    return drawn;
  }

  for (const settings of ['', 'direction: rtl', 'zoom: 0.75']) {
    for (const [name, page] of Object.entries(PAGES)) {
      if (settings && !WITH_SETTINGS.includes(name)) continue;
      it(`${name}${settings && `, ${settings}`}`, async () => {
        const expected = await drawPlain(settings);
        const actual = await draw(typeof page === 'function' ? await page() : page, settings);
        expect(actual.boxes.length).to.be.above(100);
        expect(actual.boxes).to.deep.equal(expected.boxes);
        const { pixels, box } = differenceOf(expected.picture, actual.picture, TOLERANCE.channel);
        expect(pixels, `pixels that differ, in ${box.join()}`).to.be.at.most(TOLERANCE.pixels);
      });
    }
  }
});
