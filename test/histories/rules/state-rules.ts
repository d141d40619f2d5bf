import type { AuthError, AuthFlow } from '../../../src/client/index.js';
import { NEWS_MS } from '../world/origin.js';
import type { Operation, Seat } from '../world/seat.js';
import { ANNA } from '../world/record.js';
import type { Watched } from '../world/watched.js';

type Report = (text: string) => void;

/** Longer than any operation may take: two calls and saving a name, of 15 seconds each, a renewal, and the time between them. */
const MAX_OPERATION_MS = 75_000;

/** The longest time until a client must show a change from another tab. The simulated events take `NEWS_MS`. */
const MAX_NEWS_MS = 1_000;

/** Checks the result of an operation, and the state at the moment its promise settles. */
export function checkSettlement(
  world: Watched,
  { seat, intent, wasUnderWay }: Operation,
  { error, value }: { readonly error?: unknown; readonly value?: unknown },
  report: Report,
): void {
  const { state, flow } = seat.client;
  if (error === undefined) {
    if (intent.kind === 'token') {
      checkToken(world, value as string | null, report);
      return;
    }
    if (intent.kind !== 'restore' && state.error !== null) report(`${intent.kind} succeeded, and an error is shown`);
    if (
      intent.kind === 'request' &&
      (state.verificationStep !== 'sms-sent' || state.phoneForVerification !== intent.phone) &&
      !showsNews(world, seat)
    )
      report('a code was sent, and the code screen of its number is not shown');
    if (intent.kind === 'sign in' && !state.isAuthenticated && flow.screen !== 'name')
      report('a sign-in succeeded, and nobody is signed in');
    if (intent.kind !== 'request' && !(intent.kind === 'restore' && wasUnderWay)) seat.isFollowing = true;
    return;
  }
  const { code, message } = error as Partial<AuthError>;
  if (!code) {
    report(`${intent.kind} was rejected with something that is no AuthError`);
    return;
  }
  if (intent.kind === 'restore' && code !== 'cancelled') report(`a restore was rejected with ${code}`);
  if (intent.kind === 'token') report(`getToken() was rejected with ${code}`);
  // If the person left the screen in the same moment, the message is already gone.
  if (code === 'cancelled' || state.isLoading || seat.leftAt === world.clock.monotonic) return;
  if (state.error !== message && !showsNews(world, seat))
    report(`${intent.kind} failed with ${code}, and its message is not shown`);
}

/**
 * Whether the client shows a session that another client stored within the last `NEWS_MS`, before the event reached this tab.
 * Reading the state of an unobserved client finds such a session. It then replaces the screen and its message.
 */
function showsNews({ record, clock, accountChangedAt }: Watched, { client: { state, flow } }: Seat): boolean {
  if (!record || clock.monotonic - accountChangedAt > NEWS_MS) return false;
  return state.isAuthenticated ? state.userId === record.user : flow.screen === 'name' && record.displayName === null;
}

/** The stored token is what `getToken()` gives, unless it has expired by this clock. */
function checkToken({ record, clock }: Watched, token: string | null, report: Report): void {
  if (token !== null && token !== record?.token) report('getToken() gives a token that is not stored');
  const isUsable = record && clock.wall < record.obtainedAt + record.expiresIn * 1000;
  if (token === null && isUsable) report('getToken() gives no token, and a usable one is stored');
}

/** After a reload, a client that awaited a code still awaits it. */
export function checkReload(seat: Seat, before: AuthFlow, report: Report): void {
  if (before.screen !== 'code') return;
  const { flow: after } = seat.client;
  if (after.screen !== 'code') {
    report(`${seat.name} awaited a code before a reload, and not after it`);
    return;
  }
  for (const name of ['mode', 'phone', 'typedName', 'codeLength', 'attemptsLeft', 'isEarlierCode'] as const)
    if (after[name] !== before[name]) report(`a reload has changed ${name}`);
}

/** No token, code or password is in a state, a flow or the session storage of a tab. */
export function checkSecrets(world: Watched, report: Report): void {
  const shown = world.seats.map(({ client }) => [client.state, client.flow]);
  const text = [JSON.stringify(shown), ...world.tabs.map(tab => world.sessionText(tab))].join(' ');
  if (/test-\d/.test(text)) report('a token is in a state or in the storage of a tab');
  if (text.includes(ANNA.password)) report('a password is in a state or in the storage of a tab');
  // Phone numbers and times may contain the digits of a code.
  const withoutLongNumbers = text.replace(/\d{7,}/g, '');
  if (world.backend.sentSms.some(({ code }) => withoutLongNumbers.includes(code)))
    report('a code is in a state or in the storage of a tab');
}

/** No operation takes longer than its calls may take. */
export function checkWaiting({ seats, clock }: Watched, report: Report): void {
  for (const { operations } of seats)
    for (const { intent, startedAt, isSettled } of operations)
      if (!isSettled && clock.monotonic - startedAt > MAX_OPERATION_MS)
        report(`the promise of ${intent.kind} never settles`);
}

/** A second after a sign-in, a sign-out or a new name, every client that is observed shows it. */
export function checkNews(world: Watched, report: Report): void {
  if (world.clock.monotonic - world.accountChangedAt < MAX_NEWS_MS) return;
  for (const seat of world.seats)
    if (seat.isObserving && !seat.client.state.isLoading) checkAccount(world, seat, report);
}

/** Once nothing runs any more, every client shows what is stored. */
export function checkRest(world: Watched, report: Report): void {
  for (const seat of world.seats) {
    const { client, operations } = seat;
    if (client.state.isLoading) report(`${seat.name} is loading for good`);
    if (operations.some(({ isSettled }) => !isSettled)) report(`a promise of ${seat.name} is left pending`);
    checkAccount(world, seat, report);
    if (seat.isObserving && seat.noticed !== undefined && seat.noticed !== client.state.userId)
      report(`the notices of ${seat.name} do not agree with its state`);
    if (seat.isObserving && seat.noticed !== undefined && seat.codesNoticed !== seat.codesSent)
      report(`${seat.name} has reported a different number of codes than the server sent`);
  }
  for (const { operation, page } of world.abandoned)
    if (page.isAlive && !operation.isSettled) report('a promise of a client that was disposed of is left pending');
  checkRenewal(world, report);
}

function checkAccount({ record }: Watched, seat: Seat, report: Report): void {
  const { state, flow } = seat.client;
  const isSignedIn = state.isAuthenticated || flow.screen === 'name';
  if (!record) {
    if (isSignedIn) report(`${seat.name} shows a session, and none is stored`);
    return;
  }
  if (state.isAuthenticated) {
    if (state.userId !== record.user) report(`${seat.name} shows another person than the one whose session is stored`);
    if (state.displayName !== record.displayName) report(`${seat.name} shows another name than the stored one`);
    return;
  }
  if (!seat.isFollowing) return;
  if (record.displayName !== null) report(`${seat.name} shows nobody, and a session is stored`);
  else if (flow.screen !== 'name') report(`${seat.name} does not ask for the name that is missing`);
}

/** A session that a page shows is renewed in time. */
function checkRenewal({ record, seats, clock }: Watched, report: Report): void {
  const isHeld = seats.some(seat => seat.isObserving && seat.client.state.isAuthenticated);
  if (record && isHeld && clock.wall >= record.obtainedAt + record.expiresIn * 1000)
    report('a session has expired, and no page renews it');
}
