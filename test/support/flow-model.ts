import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { AuthError, type AuthErrorCode } from '../../src/core/auth-error.js';
import type { AuthMode } from '../../src/core/modes.js';
import type { HeldAccount } from '../../src/core/stored-session.js';
import { authMachine, type AuthSnapshot } from '../../src/machine/auth-machine.js';
import type { StateMeta } from '../../src/machine/machine-setup.js';

/** An event of the chart, with a label that tells its variants apart. */
export type ModelEvent = { readonly type: string; readonly label: string } & Readonly<Record<string, unknown>>;

/** One transition between two snapshots, and the shortest path to where it begins. */
export interface Edge {
  readonly from: AuthSnapshot;
  readonly event: ModelEvent;
  readonly to: AuthSnapshot;
  /** The events from the start to `from`. */
  readonly path: readonly ModelEvent[];
}

/** What getAdjacencyMap() returns, with the types of this chart: each state, and the next state after each event. */
type AdjacencyMap = Record<
  string,
  { state: AuthSnapshot; transitions: Record<string, { event: ModelEvent; state: AuthSnapshot }> }
>;

export const NUMBERS = ['79161234567', '79167654321'] as const;
export const CODE = '424242';
export const PASSWORD = 'correct horse';
const OPERATION = { operationId: 1 };
const ANNA: HeldAccount = { user: 'u1', displayName: 'Anna' };
const UNNAMED: HeldAccount = { user: 'u1', displayName: null };

/** The outcomes of each actor of the chart. Errors have their codes as names. */
const OUTCOMES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  restore: { named: ANNA, unnamed: UNNAMED, nobody: null, failed: new AuthError('network') },
  requestCode: { sent: {}, ...errors('too-soon', 'blocked', 'network') },
  verifyCode: { named: ANNA, unnamed: UNNAMED, nobody: null, ...errors('wrong-code', 'blocked', 'network') },
  signIn: { named: { ...ANNA, created: true }, unnamed: UNNAMED, ...errors('wrong-credentials') },
  saveName: { named: ANNA, ...errors('policy') },
  signOut: { ended: undefined, ...errors('network') },
};

function errors(...codes: AuthErrorCode[]) {
  return Object.fromEntries(codes.map(code => [code, new AuthError(code, { retryAfter: 900, attemptsLeft: 2 })]));
}

/** The names of the flow's states, outermost first: `signedOut.sms-sent.entering`. */
export function leafOf({ value }: Pick<AuthSnapshot, 'value'>): string {
  let rest: unknown = value.flow;
  const path: string[] = [];
  while (typeof rest === 'object' && rest) {
    const [name, inner] = Object.entries(rest)[0] as [string, unknown];
    path.push(name);
    rest = inner;
  }
  return [...path, rest].join('.');
}

export const isBusy = (snapshot: AuthSnapshot): boolean => snapshot.hasTag('busy');

const accountKind = (account: HeldAccount | null) => account && (account.displayName === null ? 'unnamed' : 'named');

/** A mode other than the given one, which `mode.change` leads to. */
export const otherMode = (mode: unknown): AuthMode => (mode === 'login' ? 'phone-register' : 'login');

/** What people, apps and other tabs can do at any time. */
function actionsIn(snapshot: AuthSnapshot): ModelEvent[] {
  const { account } = snapshot.context;
  const { mode } = snapshot.value;
  // It differs from the current account, so that the event changes something.
  const renamed = { user: account?.user ?? 'u1', displayName: account?.displayName === 'Anna' ? 'Anna Maria' : 'Anna' };
  const unnamed = { user: account?.user === 'u1' ? 'u2' : 'u1', displayName: null };
  const events: ModelEvent[] = [
    { type: 'restore', label: 'restore', ...OPERATION },
    { type: 'code.submit', label: 'code.submit', code: CODE, ...OPERATION },
    { type: 'name.submit', label: 'name.submit', typedName: 'Anna', ...OPERATION },
    {
      type: 'password.submit',
      label: 'password.submit',
      mode: 'login',
      login: 'anna',
      password: PASSWORD,
      ...OPERATION,
    },
    { type: 'logout', label: 'logout', ...OPERATION },
    { type: 'mode.change', label: 'mode.change', mode: otherMode(mode) },
    { type: 'mode.change', label: 'mode.change (same)', mode },
    { type: 'back', label: 'back' },
    { type: 'session.changed', label: 'session.changed (same)', account: renamed },
    { type: 'session.changed', label: 'session.changed (another)', account: { user: 'u9', displayName: 'Boris' } },
    { type: 'session.changed', label: 'session.changed (unnamed)', account: unnamed },
    {
      type: 'session.changed',
      label: 'session.changed (unnamed, by password)',
      account: { ...unnamed, method: 'password' },
    },
    { type: 'session.ended', label: 'session.ended (other-tab)', reason: 'other-tab' },
    { type: 'session.ended', label: 'session.ended (session-expired)', reason: 'session-expired' },
  ];
  NUMBERS.forEach((phone, index) => {
    const label = `code.request (${index ? 'another number' : 'number'})`;
    events.push({ type: 'code.request', label, mode: 'phone-login', phone, typedName: null, ...OPERATION });
  });
  const registration = {
    type: 'code.request',
    mode: 'phone-register',
    phone: NUMBERS[0],
    typedName: 'Anna',
    ...OPERATION,
  };
  events.push({ ...registration, label: 'code.request (named)' });
  if (snapshot.context.failure) events.push({ type: 'error.clear', label: 'error.clear' });
  if (!isBusy(snapshot))
    events.push({ type: 'operation.reject', label: 'operation.reject', failure: { code: 'invalid-phone' } });
  // A sign-in during a restore begins over the stored session, which the client signs in first. The chart doesn't see where
  // that session comes from: test/client/auth-client-sign-in-over-session.test.ts.
  const isRestoring = leafOf(snapshot).startsWith('restoring');
  return events.filter(({ type }) => !isRestoring || !['code.request', 'password.submit'].includes(type));
}

/** The events with the outcomes of the running actors. Throws if an actor has none in this model. */
function answersIn(snapshot: AuthSnapshot): ModelEvent[] {
  return snapshot._nodes.flatMap(node =>
    node.invoke.flatMap(({ id, src }) => {
      if (src === 'keeper') return [];
      const actor = src as string;
      const outcomes = OUTCOMES[actor];
      if (!outcomes) throw new Error(`The model knows no answers of the actor ${actor}.`);
      return Object.entries(outcomes).map(([name, value]): ModelEvent => {
        const isError = value instanceof Error;
        const type = `xstate.${isError ? 'error' : 'done'}.actor.${id}`;
        const label = `${actor}: ${name}`;
        return { type, label, src: actor, outcome: name, ...(isError ? { error: value } : { output: value }) };
      });
    }),
  );
}

/** The states of the flow without inner states and without transient transitions, named as in `leafOf`. */
export function allLeaves(): string[] {
  type Node = (typeof authMachine)['root'];
  const leaves: string[] = [];
  const walk = (node: Node, path: string[]): void => {
    const inner = Object.entries(node.states as Record<string, Node>);
    for (const [name, child] of inner) walk(child, [...path, name]);
    // A transient state has a transition without a guard.
    const isTransient = node.type === 'history' || node.always?.some(({ guard }) => !guard);
    if (!inner.length && !isTransient) leaves.push(path.join('.'));
  };
  walk((authMachine.root.states as Record<string, Node>)['flow']!, []);
  return leaves.sort();
}

/** The `meta` of a state and of the states around it, outermost first. */
export function metasOf(leaf: string): StateMeta[] {
  let node = authMachine.root;
  return ['flow', ...leaf.split('.')].flatMap(name => {
    node = (node.states as Record<string, typeof node>)[name]!;
    return node.meta ?? [];
  });
}

/** Whether a state does anything at an event: `can` of a snapshot, which the builds leave out. */
const isHeard = (snapshot: AuthSnapshot, event: never): boolean =>
  authMachine
    .getTransitionData(snapshot, event)
    .some(({ target, actions }) => target !== undefined || actions.length > 0);

/** The states of the flow that can be reached from the start, and every transition between them. */
export function exploreFlow() {
  const options = {
    input: { mode: 'phone-login' as const },
    events: (snapshot: AuthSnapshot) =>
      [...actionsIn(snapshot), ...answersIn(snapshot)].filter(event => isHeard(snapshot, event as never)) as never[],
    serializeEvent: (event: unknown) => (event as ModelEvent).label,
    // Only what decides on the next transition. Times, error messages and counts don't.
    serializeState: (snapshot: AuthSnapshot) => {
      const { account, verification, failure } = snapshot.context;
      const { phone, typedName } = verification;
      return JSON.stringify([leafOf(snapshot), accountKind(account), phone, !!typedName, !!failure]);
    },
  };
  const paths = new Map(
    getShortestPaths(authMachine, options).map(({ state, steps }) => [
      options.serializeState(state),
      steps.map(step => step.event as unknown as ModelEvent).filter(({ label }) => label),
    ]),
  );
  const edges: Edge[] = [];
  const adjacencyMap = getAdjacencyMap(authMachine, options) as unknown as AdjacencyMap;
  for (const [key, { state: from, transitions }] of Object.entries(adjacencyMap))
    for (const { event, state: to } of Object.values(transitions))
      edges.push({ from, event, to, path: paths.get(key)! });
  const reached = new Set([...edges.flatMap(({ from, to }) => [leafOf(from), leafOf(to)])]);
  return { states: paths.size, edges, reached };
}

/** One edge of each kind (state, event, state): the one with the shortest path. */
export function distinctEdges(edges: readonly Edge[]): Edge[] {
  const kinds = new Map<string, Edge>();
  for (const edge of edges) {
    const kind = `${leafOf(edge.from)} | ${edge.event.label} | ${leafOf(edge.to)}`;
    const known = kinds.get(kind);
    if (!known || edge.path.length < known.path.length) kinds.set(kind, edge);
  }
  return [...kinds.values()];
}
