/** A line: the tasks that wait in it, or the lines that it divides into, which take turns in the order of the map. */
interface Line<T> {
  /** How many tasks wait in it and in the lines that it divides into. */
  count: number;
  readonly waiting: T[];
  readonly parts: Map<string, Line<T>>;
}

const newLine = <T>(): Line<T> => ({ count: 0, waiting: [], parts: new Map() });

/**
 * A queue of waiting tasks, in lines that divide into lines: a /48 into its /56, a /56 into its /64. The lines of one level take turns,
 * and so do those of the next level within each of them. So a /48 takes one turn, however many networks its owner invents in it. Tasks
 * of one line keep their order.
 */
export class FairQueue<T> {
  readonly #root = newLine<T>();

  /** How many tasks wait. */
  get size(): number {
    return this.#root.count;
  }

  /** Adds a task at the end of the line that `path` leads to. */
  add(path: readonly string[], task: T): void {
    let line = this.#root;
    line.count++;
    for (const name of path) {
      let part = line.parts.get(name);
      if (!part) line.parts.set(name, (part = newLine()));
      part.count++;
      line = part;
    }
    line.waiting.push(task);
  }

  /** Takes the task whose turn it is; undefined if none waits. */
  take(): T | undefined {
    return this.#root.count === 0 ? undefined : this.#takeFrom(this.#root);
  }

  /**
   * Takes the last task of the longest line, to make room for a task on `path`. The lines are compared level by level, from
   * the top. If no other line of a level would be longer than the line on `path` with the new task, the lines that this one
   * divides into are compared next.
   * @returns undefined if that is so on every level: the new task itself would be the last of the longest line
   */
  takeFromLongest(path: readonly string[]): T | undefined {
    let own: Line<T> | undefined = this.#root;
    const above: [Line<T>, string][] = [];
    for (const name of path) {
      const [longest, length] = longestPart(own);
      const ownPart = own.parts.get(name);
      const isOther = length > (ownPart?.count ?? 0) + 1;
      const next = isOther ? longest : name;
      const part = own.parts.get(next);
      if (!part) return undefined;
      above.push([own, next]);
      if (isOther) return this.#takeLast(part, above);
      own = part;
    }
    return undefined;
  }

  /** Takes all tasks. */
  takeAll(): readonly T[] {
    const all: T[] = [];
    const collect = ({ waiting, parts }: Line<T>) => {
      all.push(...waiting);
      for (const part of parts.values()) collect(part);
    };
    collect(this.#root);
    this.#root.count = 0;
    this.#root.waiting.length = 0;
    this.#root.parts.clear();
    return all;
  }

  /** Takes the next task of a line that isn't empty, and moves the part that it came from to the end. */
  #takeFrom(line: Line<T>): T {
    line.count--;
    if (line.waiting.length > 0) return line.waiting.shift()!;
    const [name, part] = line.parts.entries().next().value!;
    const task = this.#takeFrom(part);
    line.parts.delete(name);
    if (part.count > 0) line.parts.set(name, part);
    return task;
  }

  /** Takes the last task of the longest line in `line`, which `above` leads to. */
  #takeLast(line: Line<T>, above: [Line<T>, string][]): T {
    for (;;) {
      const [name, length] = longestPart(line);
      if (length === 0) break;
      above.push([line, name]);
      line = line.parts.get(name)!;
    }
    line.count--;
    for (const [parent, name] of above.reverse()) {
      parent.count--;
      if (parent.parts.get(name)!.count === 0) parent.parts.delete(name);
    }
    return line.waiting.pop()!;
  }
}

/** Returns the longest of the lines that a line divides into (the last of equally long ones), and its length; 0 if it divides into none. */
function longestPart<T>({ parts }: Line<T>): [name: string, length: number] {
  let longest: [string, number] = ['', 0];
  for (const [name, { count }] of parts) if (count >= longest[1]) longest = [name, count];
  return longest;
}
