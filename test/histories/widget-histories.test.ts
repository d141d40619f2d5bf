// Random histories of two widgets in one page: what people do in them, what the page, another tab and the network do.
import fc from 'fast-check';
import { DISTURBANCES, type DisturbanceName } from './world/disturbances.js';
import { WidgetRules } from './widget/widget-rules.js';
import {
  AUTH_MODES,
  describeStep,
  LANGUAGES,
  OPERATION_NAMES,
  takeStep,
  type WidgetStep,
} from './widget/widget-steps.js';
import { WidgetWorld } from './widget/widget-world.js';
import { engine } from '../support/browser.js';

/** A history takes 0.1 s in Chromium and Firefox, and over a second in WebKitGTK. */
const RUNS = engine === 'webkit' ? 6 : 60;
const SEED = 28;
const MAX_STEPS = 30;

/** Calls that nobody answers end after their time limit, which takes longer than a test. */
const ANSWERS = (Object.keys(DISTURBANCES) as DisturbanceName[]).filter(name => DISTURBANCES[name].down !== null);

const widget = fc.constantFrom(0, 0, 0, 1);
const only = <What extends string>(what: What) => fc.constant(what);

const STEP: fc.Arbitrary<WidgetStep> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      do: only('type'),
      widget,
      text: fc.constantFrom('right', 'right', 'right', 'new', 'wrong', 'half'),
    }),
  },
  { weight: 10, arbitrary: fc.record({ do: only('submit'), widget }) },
  { weight: 7, arbitrary: fc.record({ do: only('click'), widget, button: fc.nat(7) }) },
  {
    weight: 22,
    arbitrary: fc.record({ do: only('answer'), how: fc.constantFrom('well', 'well', 'well', 'well', ...ANSWERS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: only('speak'), widget, lang: fc.constantFrom(...LANGUAGES) }) },
  { weight: 1, arbitrary: fc.record({ do: only('set mode'), widget, mode: fc.constantFrom(...AUTH_MODES) }) },
  { weight: 2, arbitrary: fc.record({ do: only('call'), widget, operation: fc.constantFrom(...OPERATION_NAMES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('focus field', 'remove', 'move', 'mount again'), widget }) },
  { weight: 2, arbitrary: fc.record({ do: only('append'), widget }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave the widgets', 'rest') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('sign in elsewhere', 'sign out elsewhere', 'end all sessions') }),
  },
);

/** A page, its rules, and the steps that were taken in it. */
class WidgetHistory {
  readonly world = new WidgetWorld();
  readonly #rules = new WidgetRules(this.world);

  async take(step: WidgetStep): Promise<void> {
    this.#rules.before(step);
    await takeStep(this.world, step);
    this.#rules.after(step);
    if (step.do === 'rest') this.#rules.atRest();
    const found = [...this.world.found];
    if (found.length) throw new Error(found.join('; '));
  }
}

class StepCommand implements fc.AsyncCommand<object, WidgetHistory> {
  readonly #step: WidgetStep;

  constructor(step: WidgetStep) {
    this.#step = step;
  }

  check(): boolean {
    return true;
  }

  run(_model: object, history: WidgetHistory): Promise<void> {
    return history.take(this.#step);
  }

  toString(): string {
    return `${JSON.stringify(this.#step)}, // ${describeStep(this.#step)}`;
  }
}

describe('random histories of widgets', () => {
  it(`${RUNS} histories with the seed ${SEED} break no rule`, async function () {
    this.timeout(120_000);
    const commands = fc.commands([STEP.map(step => new StepCommand(step))], { maxCommands: MAX_STEPS, size: 'max' });
    const property = fc.asyncProperty(commands, async chosen => {
      const history = new WidgetHistory();
      try {
        await history.world.settle();
        await fc.asyncModelRun(() => ({ model: {}, real: history }), chosen);
        await history.take({ do: 'rest' });
      } finally {
        history.world.end();
      }
    });
    const { failed, errorInstance, counterexample } = await fc.check(property, { numRuns: RUNS, seed: SEED });
    if (failed) throw new Error(`${String(errorInstance)}\n${[...counterexample![0]].join('\n')}`);
  });
});
