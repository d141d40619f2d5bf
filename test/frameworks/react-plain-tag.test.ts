// The plain tag in a page that a server has rendered: React sets none of its listeners, and development says so.
import { expect } from '@open-wc/testing';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server.browser';
import '../../src/define/auth-widget.js';
import '../../src/development/check.js';
import { until } from '../support/browser.js';
import { stored } from '../support/held-backend.js';
import { stopRecording, startReact, type ReactPage } from '../support/react.js';

const LOST =
  /^auth-widget: React sets no onauth-signed-in on a plain <auth-widget> that a server has rendered, .*Use AuthWidget/;

describe('the plain tag with React', () => {
  const { fetch, setTimeout } = window;
  const heard: string[] = [];
  let told: string[];
  /** The looks of the check, which the tests run when they want. */
  let looks: (() => void)[];
  let page: ReactPage;
  let app: ReturnType<typeof h>;

  beforeEach(() => {
    const baseUrl = `https://plain-${Math.random()}.example`;
    const params = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
    window.fetch = () => Promise.resolve(Response.json({ code: 200, text: 'OK', params }));
    localStorage.setItem(`auth-widget:session:${baseUrl}`, JSON.stringify(stored()));
    heard.length = 0;
    app = h('auth-widget', { 'base-url': baseUrl, 'onauth-signed-in': () => heard.push('signed in') });
    page = startReact();
    told = [];
    console.warn = (line: unknown) => told.push(String(line));
    looks = [];
    const schedule = (run: () => void, ms?: number) =>
      run.name === 'look' && ms ? looks.push(run) : setTimeout(run, ms);
    window.setTimeout = schedule as typeof setTimeout;
  });

  afterEach(async () => {
    await page.close();
    Object.assign(window, { fetch, setTimeout });
    localStorage.clear();
    sessionStorage.clear();
    stopRecording();
  });

  it('hydrated, it hears nothing of a restored session, and the console says so once', async () => {
    page.container.innerHTML = renderToString(app);
    const element = page.container.querySelector('auth-widget')!;
    await until(() => element.state.isAuthenticated);
    page.hydrate(app);
    await until(() => Object.keys(element).some(name => name.startsWith('__reactProps$')));
    expect(looks.length).to.equal(2);
    for (const look of looks) look();
    expect(told.length).to.equal(1);
    expect(told[0]).to.match(LOST);
    expect(heard).to.deep.equal([]);
  });

  it('rendered in the browser, it hears of it, and the console is silent', async () => {
    page.render(app);
    await until(() => heard.length > 0);
    expect([looks.length, told]).to.deep.equal([0, []]);
  });
});
