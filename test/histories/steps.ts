import type { AuthMode } from '../../src/core/modes.js';
import { DISTURBANCES, type CallName, type DisturbanceName } from './world/disturbances.js';
import type { Seat } from './world/seat.js';
import { ANNA, RECORD_KEY } from './world/record.js';
import type { World } from './world/world.js';

/** A code to enter: the one in the last SMS, or one that is surely wrong. */
export type CodeChoice = 'right' | '000000' | '999999';

/** One step of a history, as plain data. `client` is the number of a client, 0 to 3; clients 0 and 1 share a tab. */
export type Step =
  | { readonly do: 'request code'; readonly client: number; readonly phone: string; readonly name?: string }
  | { readonly do: 'submit code'; readonly client: number; readonly code: CodeChoice; readonly name?: string }
  | { readonly do: 'sign in'; readonly client: number; readonly login: string; readonly password: string }
  | { readonly do: 'change mode'; readonly client: number; readonly mode: AuthMode }
  | { readonly do: ClientStep; readonly client: number }
  | { readonly do: 'reload' | 'show'; readonly tab: number }
  | { readonly do: 'disturb'; readonly call: CallName; readonly how: DisturbanceName }
  | { readonly do: 'wait for call'; readonly call: CallName }
  | { readonly do: TimeStep; readonly seconds: number }
  | { readonly do: WorldStep };

type ClientStep =
  | 'sign out'
  | 'restore'
  | 'get token'
  | 'go back'
  | 'clear error'
  | 'replace client'
  | 'observe'
  | 'stop observing';
type TimeStep = 'wait' | 'sleep' | 'set clock';
type WorldStep = 'go offline' | 'go online' | 'end all sessions' | 'clear storage' | 'spoil record' | 'rest';

/** A code of another length than any that was sent, if none was. */
function readSms({ backend }: World, seat: Seat): string {
  const phone = seat.client.flow.phone ?? ANNA.phone;
  try {
    return backend.codeFor(phone);
  } catch {
    return '123123';
  }
}

function operate(world: World, seat: Seat, step: Step): void {
  const { client } = seat;
  switch (step.do) {
    case 'request code': {
      const { phone, name = null } = step;
      const run = () => (name === null ? client.loginByPhone(phone) : client.registerByPhone(phone, name));
      world.perform(seat, { kind: 'request', phone, name }, run);
      return;
    }
    case 'submit code': {
      const { name = null } = step;
      const code = step.code === 'right' ? readSms(world, seat) : step.code;
      const run = () => (name === null ? client.loginWithSmsCode(code) : client.verifyRegistrationSms(code, name));
      world.perform(seat, { kind: 'submit', code, name }, run);
      return;
    }
    case 'sign in': {
      const { login, password } = step;
      world.perform(seat, { kind: 'sign in', login }, () => client.login(login, password));
      return;
    }
    case 'sign out': {
      world.perform(seat, { kind: 'sign out' }, () => client.logout());
      return;
    }
    case 'restore': {
      world.perform(seat, { kind: 'restore' }, () => client.tryAutoLogin());
      return;
    }
    case 'get token': {
      world.perform(seat, { kind: 'token' }, () => client.getToken());
      return;
    }
    case 'change mode': {
      world.rules.during(seat, { kind: 'leave' }, () => client.setMode(step.mode));
      return;
    }
    case 'go back': {
      world.rules.during(seat, { kind: 'leave' }, () => client.back());
      return;
    }
    case 'clear error': {
      client.clearError();
      return;
    }
    case 'replace client': {
      world.replace(seat);
      return;
    }
    case 'observe': {
      seat.observe();
      return;
    }
    case 'stop observing': {
      seat.stopObserving();
      return;
    }
    default:
      throw new TypeError(`No step of a client: ${step.do}`);
  }
}

/** Takes a step. Its effects may still be under way afterwards: only time brings them to an end. */
export async function take(world: World, step: Step): Promise<void> {
  if ('client' in step) operate(world, world.seats[step.client]!, step);
  else if ('tab' in step) changeTab(world, step);
  else if ('seconds' in step) await pass(world, step);
  else if (step.do === 'wait for call') await waitForCall(world, step.call);
  else if (step.do === 'disturb') world.network.disturb(step.call, DISTURBANCES[step.how]);
  else await changeWorld(world, step);
  world.rules.afterStep();
}

function changeTab(world: World, { do: what, tab }: Extract<Step, { readonly tab: number }>): void {
  if (what === 'reload') world.load(tab);
  else world.seats.find(seat => seat.tab === tab)!.page.show();
}

async function pass(
  { clock }: World,
  { do: what, seconds }: Extract<Step, { readonly seconds: number }>,
): Promise<void> {
  if (what === 'wait') await clock.advance(seconds * 1000);
  else if (what === 'sleep') clock.sleep(seconds * 1000);
  else clock.setWall(seconds * 1000);
}

/** Waits until a page makes a call, but no longer than a token lives. */
async function waitForCall({ clock, network }: World, name: CallName): Promise<void> {
  const before = network.count(name);
  await clock.advance(1_000_000, () => network.count(name) > before);
}

async function changeWorld(world: World, { do: what }: { readonly do: WorldStep }): Promise<void> {
  const { network, seats, backend, origin } = world;
  // In another tab than those of the history: a page gets no event for what it has changed itself.
  if (what === 'clear storage') {
    origin.clear();
    return;
  }
  if (what === 'spoil record') {
    origin.set(RECORD_KEY, '{"v":1,"user":7}');
    return;
  }
  if (what === 'end all sessions') {
    backend.endSessions();
    return;
  }
  if (what === 'rest') {
    await world.finish();
    world.rules.atRest();
    return;
  }
  network.isOnline = what === 'go online';
  const type = network.isOnline ? 'online' : 'offline';
  for (const page of new Set(seats.map(seat => seat.page))) page.fire(type);
}

/** The step as one line: `sign in: client 0, anna, correct horse`. */
export function describe(step: Step): string {
  const { do: what, ...rest } = step;
  const values = Object.entries(rest).map(([name, value]) =>
    ['client', 'tab', 'seconds'].includes(name) ? `${name} ${value}` : `${value}`,
  );
  return values.length ? `${what}: ${values.join(', ')}` : what;
}
