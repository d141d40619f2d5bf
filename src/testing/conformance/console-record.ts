// What a backend writes to the console.
import { textOf } from './secrets.js';

const METHODS = [
  ...(['assert', 'count', 'debug', 'dir', 'dirxml', 'error', 'group', 'groupCollapsed', 'info', 'log'] as const),
  ...(['table', 'timeEnd', 'timeLog', 'trace', 'warn'] as const),
];

/** The console of this page or process, as the rules observe it. Everything still gets there. */
export class ConsoleRecord {
  /** What was written while rules were checked: one text, perhaps of several lines, for each call. The texts of all rules stay. */
  readonly lines: string[] = [];

  /** Records what is written until `run` has ended. */
  async use<T>(run: () => Promise<T>): Promise<T> {
    const { console } = globalThis;
    const before = METHODS.map(name => [name, Reflect.get(console, name) as (...values: unknown[]) => void] as const);
    for (const [name, write] of before)
      console[name] = (...values: unknown[]) => {
        if (name !== 'assert' || !values[0]) this.lines.push(values.map(textOf).join(' '));
        write.apply(console, values);
      };
    try {
      return await run();
    } finally {
      for (const [name, write] of before) console[name] = write;
    }
  }
}
