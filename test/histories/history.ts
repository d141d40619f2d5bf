import fc from 'fast-check';
import { STEP } from './arbitraries.js';
import { describe, take, type Step } from './steps.js';
import { bundleClient } from './world/client-bundle.js';
import { World, type WorldOptions } from './world/world.js';

/** How a history begins. */
export type Beginning = Omit<WorldOptions, 'loadClient'>;

/** The longest history. */
const MAX_STEPS = 40;

const loadClient = await bundleClient();

/** A history that broke rules. */
export class BrokenRules extends Error {
  readonly beginning: Beginning;
  readonly steps: readonly Step[];

  constructor(message: string, beginning: Beginning, steps: readonly Step[]) {
    super(message);
    this.beginning = beginning;
    this.steps = steps;
  }
}

/** A world, and what has happened in it. */
class History {
  readonly world: World;
  readonly #beginning: Beginning;
  readonly #steps: Step[] = [];

  constructor(beginning: Beginning) {
    this.#beginning = beginning;
    this.world = new World({ ...beginning, loadClient });
  }

  async take(step: Step): Promise<void> {
    this.#steps.push(step);
    await take(this.world, step);
    this.#check();
  }

  /** Waits until nothing runs any more, and looks at what is left. */
  async end(): Promise<void> {
    const { world } = this;
    await world.finish();
    world.rules.atRest();
    this.#check();
    await world.dispose();
    world.rules.afterDisposal();
    this.#check();
  }

  #check(): void {
    const { found } = this.world.rules;
    if (found.length) throw new BrokenRules(found.join('; '), this.#beginning, this.#steps);
  }
}

/** Plays a history of given steps. Rejects with `BrokenRules`. */
export async function play(
  steps: readonly Step[],
  beginning: Beginning = { random: 1, restores: true },
): Promise<void> {
  const history = new History(beginning);
  for (const step of steps) await history.take(step);
  await history.end();
}

interface Model {
  screens: string[];
}

const screensOf = (world: World) => world.seats.map(({ client }) => client.flow.screen);

/** A step as a command of a model run. The model is what the clients show now, which decides what is worth trying. */
class StepCommand implements fc.AsyncCommand<Model, History> {
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  check(model: Readonly<Model>): boolean {
    return this.#resolve(model) !== undefined;
  }

  async run(model: Model, history: History): Promise<void> {
    await history.take(this.#resolve(model)!);
    model.screens = screensOf(history.world);
  }

  toString(): string {
    return describe(this.#step);
  }

  /**
   * A code is submitted by a client that awaits one, or a name: the one that was drawn, or else another one. Histories
   * that submit codes on other screens get nowhere.
   */
  #resolve({ screens }: Readonly<Model>): Step | undefined {
    const step = this.#step;
    if (step.do !== 'submit code' && step.do !== 'go back') return step;
    const isWanted = (number: number) =>
      screens[number] === 'code' || (screens[number] === 'name' && (step.do === 'go back' || 'name' in step));
    const client = [step.client, 0, 1, 2, 3].find(isWanted);
    return client === undefined ? undefined : { ...step, client };
  }
}

/**
 * Plays random histories.
 * @param seed decides all of them
 * @returns the shortest history that breaks a rule, with the number of those before it; null if none does
 */
export async function playRandom(
  runs: number,
  seed: number,
): Promise<{ readonly broken: BrokenRules; readonly runs: number } | null> {
  const beginnings: fc.Arbitrary<Beginning> = fc.record({ random: fc.nat(), restores: fc.boolean() });
  const commands = fc.commands([STEP.map(step => new StepCommand(step))], { maxCommands: MAX_STEPS, size: 'max' });
  const property = fc.asyncProperty(beginnings, commands, async (beginning, chosen) => {
    const history = new History(beginning);
    await fc.asyncModelRun(() => ({ model: { screens: screensOf(history.world) }, real: history }), chosen);
    await history.end();
  });
  const { failed, errorInstance, numRuns } = await fc.check(property, { numRuns: runs, seed });
  if (!failed) return null;
  if (!(errorInstance instanceof BrokenRules)) throw errorInstance;
  return { broken: errorInstance, runs: numRuns };
}

/** A broken history as text: the rules, and the steps as lines of code for a test. */
export function explain({ message, beginning, steps }: BrokenRules): string {
  const lines = steps.map(step => `  ${JSON.stringify(step)},  // ${describe(step)}`);
  return `${message}\n${JSON.stringify(beginning)}\n[\n${lines.join('\n')}\n]`;
}
