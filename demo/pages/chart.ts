import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate';
import { createElement } from './dom.js';
import type { ObservedFlow } from './observed-flow.js';

const SVG = 'http://www.w3.org/2000/svg';

/** Yields the active states inside a state, each of them before those inside it. `value` is the state value of `node`. */
function* enteredIn(node: AnyStateNode, value: StateValue): Generator<AnyStateNode> {
  const parts = typeof value === 'string' ? { [value]: {} } : value;
  for (const [key, inner] of Object.entries(parts)) {
    const child = node.states[key];
    if (!child) continue;
    yield child;
    if (inner) yield* enteredIn(child, inner);
  }
}

/** A transition from an active state: its event in words, and the state that it leads to. */
interface Exit {
  readonly event: string;
  readonly target: AnyStateNode;
}

/**
 * Returns `done` or `failed` for the end of an actor, and the name of any other event as it is. XState calls the end of the actor in the
 * state `flow.restoring` `xstate.done.actor.0.(machine).flow.restoring`.
 */
const eventName = (event: string): string =>
  event.replace(/^xstate\.(done|error)\.actor\..*/, (_, kind: string) => (kind === 'done' ? 'done' : 'failed'));

function exitsOf(nodes: readonly AnyStateNode[]): Exit[] {
  const exits = nodes
    .toReversed()
    .flatMap(node =>
      [...node.transitions].flatMap(([event, transitions]) =>
        transitions.flatMap(({ target }) =>
          (target ?? []).map(one => ({ event: eventName(event), target: one as AnyStateNode })),
        ),
      ),
    );
  const keys = exits.map(({ event, target }) => `${event} ${target.id}`);
  return exits.filter((_, index) => keys.indexOf(keys[index]!) === index);
}

/** The point on the border of `from` in the direction of the middle of `to`. */
function edgePoint(from: DOMRect, to: DOMRect): [number, number] {
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  const [dx, dy] = [to.x + to.width / 2 - x, to.y + to.height / 2 - y];
  const scale = Math.min(from.width / 2 / (Math.abs(dx) || 1), from.height / 2 / (Math.abs(dy) || 1));
  return [x + dx * scale, y + dy * scale];
}

/**
 * The chart of the machine: a box for each state in the box of its parent, lit while it is active. Arrows lead from the innermost active
 * state of the region `flow` to the targets of its transitions and of those of the states around it, whatever their guards. `exits` lists these
 * transitions in words, and `event` names the last event.
 */
export class Chart {
  readonly #root: HTMLElement;
  readonly #arrows: SVGSVGElement;
  readonly #exits: HTMLElement;
  readonly #event: HTMLElement;
  readonly #boxes = new Map<string, HTMLElement>();
  #machine: AnyStateMachine | undefined;
  #flow: ObservedFlow | undefined;

  constructor(root: HTMLElement, exits: HTMLElement, event: HTMLElement) {
    this.#root = root;
    this.#exits = exits;
    this.#event = event;
    this.#arrows = document.createElementNS(SVG, 'svg');
    this.#arrows.classList.add('chart-arrows');
    this.#arrows.setAttribute('aria-hidden', 'true');
    new ResizeObserver(() => this.#drawArrows()).observe(root);
    exits.addEventListener('pointerover', event_ => this.#point(event_.target));
    exits.addEventListener('pointerleave', () => this.#point(null));
  }

  show(flow: ObservedFlow): void {
    if (flow.machine.root !== this.#machine?.root) this.#build(flow.machine);
    this.#flow = flow;
    const entered = new Set([...enteredIn(flow.machine.root, flow.snapshot.value as StateValue)].map(({ id }) => id));
    for (const [id, box] of this.#boxes) {
      if (entered.has(id)) box.setAttribute('aria-current', 'step');
      else box.removeAttribute('aria-current');
    }
    const name = eventName(flow.event);
    if (!name.startsWith('xstate.')) this.#event.textContent = name;
    const exits = this.#exitsOfFlow();
    this.#exits.replaceChildren(
      ...exits.map(({ event, target }) => {
        const item = createElement('li', 'chart-exit', createElement('b', '', event), ` → ${this.#labelOf(target)}`);
        item.dataset['target'] = target.id;
        return item;
      }),
    );
    this.#drawArrows();
  }

  #labelOf(target: AnyStateNode): string {
    return target.path.slice(1).join('.') || target.key;
  }

  #exitsOfFlow(): Exit[] {
    if (!this.#flow) return [];
    const { machine, snapshot } = this.#flow;
    const entered = [...enteredIn(machine.root, snapshot.value as StateValue)];
    // Each mode can be changed for any other, so arrows in the region of the modes would show nothing.
    return exitsOf(entered.filter(({ path }) => path[0] !== 'mode'));
  }

  #build(machine: AnyStateMachine): void {
    this.#machine = machine;
    this.#boxes.clear();
    const regions = Object.values<AnyStateNode>(machine.root.states).map(node => this.#createBox(node));
    this.#root.replaceChildren(createElement('ul', 'chart-states', ...regions), this.#arrows);
  }

  #createBox(node: AnyStateNode): HTMLElement {
    const name = createElement('span', 'chart-name', node.key);
    const box = createElement('li', `chart-box chart-${node.type}`, name);
    for (const { src } of node.invoke) {
      if (typeof src === 'string') box.append(createElement('span', 'chart-actor', src));
    }
    const children = Object.values<AnyStateNode>(node.states);
    if (children.length > 0)
      box.append(createElement('ul', 'chart-states', ...children.map(child => this.#createBox(child))));
    this.#boxes.set(node.id, box);
    return box;
  }

  /** Draws the arrows over the boxes. A state that contains the innermost active one gets none. */
  #drawArrows(): void {
    this.#arrows.replaceChildren();
    if (!this.#flow || !this.#root.offsetWidth) return;
    const { machine, snapshot } = this.#flow;
    const source = [...enteredIn(machine.root, snapshot.value as StateValue)].findLast(
      ({ path }) => path[0] !== 'mode',
    );
    const from = source && this.#boxes.get(source.id);
    if (!from) return;
    const { scrollWidth, scrollHeight } = this.#root;
    this.#arrows.setAttribute('width', `${scrollWidth}`);
    this.#arrows.setAttribute('height', `${scrollHeight}`);
    const origin = this.#root.getBoundingClientRect();
    const shiftX = this.#root.scrollLeft - origin.x;
    const shiftY = this.#root.scrollTop - origin.y;
    for (const id of new Set(this.#exitsOfFlow().map(({ target }) => target.id))) {
      const to = this.#boxes.get(id);
      if (!to || to.contains(from)) continue;
      const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
      const [x1, y1] = edgePoint(a, b);
      const [x2, y2] = edgePoint(b, a);
      const [dx, dy] = [x2 - x1, y2 - y1];
      const path = document.createElementNS(SVG, 'path');
      // The control point of the curve is beside the straight line, so that arrows along one row don't cover each other.
      const [mx, my] = [(x1 + x2) / 2 - dy * 0.15, (y1 + y2) / 2 + dx * 0.15];
      const at = (x: number, y: number) => `${Math.round(x + shiftX)} ${Math.round(y + shiftY)}`;
      const angle = Math.atan2(y2 - my, x2 - mx);
      const wing = (turn: number) => at(x2 - 8 * Math.cos(angle + turn), y2 - 8 * Math.sin(angle + turn));
      path.setAttribute('d', `M${at(x1, y1)}Q${at(mx, my)} ${at(x2, y2)}M${wing(0.5)}L${at(x2, y2)}L${wing(-0.5)}`);
      path.dataset['target'] = id;
      this.#arrows.append(path);
    }
  }

  /** Highlights the target of the transition under the pointer, and the arrow to it; null ends that. */
  #point(target: EventTarget | null): void {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-target]')?.dataset['target'] : undefined;
    for (const [own, box] of this.#boxes) box.classList.toggle('chart-pointed', own === id);
    for (const path of this.#arrows.children)
      path.classList.toggle('chart-pointed', (path as SVGElement).dataset['target'] === id);
  }
}
