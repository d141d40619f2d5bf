// Which way a screen slides in, and the mark of a signed-in person.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { LitElement } from 'lit';
import type { AuthFlow } from '../../../../src/core/auth-flow.js';
import { StepMotion } from '../../../../src/elements/auth-widget/controllers/step-motion.js';

type Screen = AuthFlow['screen'];

/** A host whose form records its animations: where it slides from, and what its mark grows from. */
function setUp(t: TestContext, { direction = 'ltr', isReduced = false, hasAvatar = false } = {}) {
  const slides: unknown[] = [];
  const marks: unknown[] = [];
  const avatar = { animate: ({ scale }: { scale: unknown }) => marks.push(scale) };
  const form = {
    animate: ({ translate }: { translate: unknown[] }) => slides.push(translate[0]),
    querySelector: (selector: string) => (selector === '.avatar' && hasAvatar ? avatar : null),
  };
  const globals = { getComputedStyle: () => ({ direction }), matchMedia: () => ({ matches: isReduced }) };
  Object.assign(globalThis, globals);
  t.after(() => {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  });
  let screen: Screen = 'restoring';
  const host = { addController() {}, renderRoot: { querySelector: () => form } } as unknown as LitElement;
  const motion = new StepMotion(host, () => screen);
  const show = (next: Screen) => {
    screen = next;
    motion.hostUpdated();
  };
  return { show, slides, marks };
}

const STEPS: readonly Screen[] = ['credentials', 'code', 'name', 'confirmed', 'signed-in'];

for (const direction of ['ltr', 'rtl'])
  test(`each step slides in from the end of the line, and each step back from its start: ${direction}`, t => {
    const { show, slides, marks } = setUp(t, { direction });
    for (const screen of STEPS) show(screen);
    for (const screen of STEPS.toReversed()) show(screen);
    const [end, start] = direction === 'ltr' ? ['16px', '-16px'] : ['-16px', '16px'];
    assert.deepEqual(slides, [end, end, end, end, start, start, start, start]);
    assert.deepEqual(marks, []);
  });

test('the mark of a signed-in person grows', t => {
  const { show, marks } = setUp(t, { hasAvatar: true });
  show('code');
  show('signed-in');
  assert.deepEqual(marks, [[0, 1]]);
});

test('nothing moves for a person who wants less motion, or when the first screen appears', t => {
  const { show, slides } = setUp(t, { isReduced: true });
  show('credentials');
  show('code');
  assert.deepEqual(slides, []);
});
