// Every kind of transition of the chart, replayed on the mounted widget with a fake backend.
import { expect } from '@open-wc/testing';
import '../../../src/define/auth-widget.js';
import { AUTH_MODES, MODE_TRAITS, type AuthMode } from '../../../src/core/modes.js';
import { allLeaves, distinctEdges, exploreFlow, leafOf, otherMode, type ModelEvent } from '../../support/flow-model.js';
import { Replay } from '../../support/replay.js';

const { edges: all, reached, states } = exploreFlow();
const edges = distinctEdges(all);

/** The mode after an event. Operations set their own mode; the end of a session ends a registration. */
function modeAfter(mode: AuthMode, { type, label, mode: next }: ModelEvent, { widget, backend }: Replay): AuthMode {
  const { screen } = widget.client.flow;
  // A sign-in over a session goes on, in its own mode.
  if (type === 'session.ended' && backend.open.some(call => call === 'login' || call === 'requestCode')) return mode;
  if (label === 'mode.change') return otherMode(mode);
  if (['logout', 'session.ended'].includes(type) && ['name', 'signed-in'].includes(screen))
    return MODE_TRAITS[mode].method === 'phone' ? 'phone-login' : 'login';
  if (type === 'password.submit' && mode === 'register') return mode;
  return ['code.request', 'password.submit'].includes(type) ? (next as AuthMode) : mode;
}

describe('auth-widget: every transition of the chart', () => {
  const visited = new Set<string>();

  for (const leaf of allLeaves()) {
    const from = edges.filter(edge => leafOf(edge.from) === leaf);

    it(`${leaf}: ${from.length} transitions`, async () => {
      for (const [index, { path, event, to }] of from.entries()) {
        let mode = AUTH_MODES[index % AUTH_MODES.length]!;
        const replay = await Replay.start(mode);
        const title = [...path, event].map(({ label }) => label).join(' → ');
        for (const step of [...path, event]) {
          mode = modeAfter(mode, step, replay);
          await replay
            .perform(step)
            .catch((error: unknown) => expect.fail(`${title}, at ${step.label}: ${(error as Error).message}`));
        }
        expect(replay.actual, title).to.deep.equal(Replay.expected(to, mode));
        expectUsable(replay, title);
        visited.add(leaf).add(leafOf(to));
        replay.end();
      }
    });
  }

  it('every state of the chart was visited', () => {
    console.log(`${reached.size} states of the flow (${states} with their data), ${all.length} transitions`);
    console.log(`${edges.length} paths replayed`);
    expect([...visited].sort()).to.deep.equal(allLeaves());
  });
});

/** The widget is either busy and says so, or offers a button; an error is shown. */
function expectUsable({ widget, actual }: Replay, title: string): void {
  const { isLoading, error, screen } = actual;
  const root = widget.shadowRoot!;
  const buttons = [...root.querySelectorAll('button')].filter(
    button => button.checkVisibility() && button.ariaDisabled !== 'true',
  );
  expect(root.querySelector('[aria-busy=true]') !== null, `busy: ${title}`).to.equal(isLoading);
  if (!isLoading) expect(buttons, `a button: ${title}`).to.not.be.empty;
  if (error && screen !== 'restoring') {
    const texts = [...root.querySelectorAll('[role=alert], .error')].map(element => element.textContent.trim());
    for (const { error: text } of root.querySelectorAll('phone-input, code-input') as never as { error: string }[])
      texts.push(text);
    expect(
      texts.some(text => text && widget.state.error?.startsWith(text)),
      `${error} is shown: ${title}`,
    ).to.equal(true);
  }
  const first = { code: 'code-input', name: '[name=displayName]', 'signed-in': '.person' }[screen as 'code'];
  if (first) expect(root.querySelector(first), `${screen}: ${title}`).to.not.equal(null);
}
