import type { PropertyValues } from 'lit';
import type { AuthClient } from '../../../client/auth-client.js';
import { AUTH_MODES, MODE_TRAITS, type AuthMode } from '../../../core/modes.js';

/** Splits a list of modes at spaces, commas and other separators. An app without type checks may set an array, whose text has commas. */
export const wordsIn = (text: unknown): string[] => String(text).split(/[^\w-]+/);

/** Returns the modes that the attribute `modes` names, or all of them if it names none, in the order of `AUTH_MODES`. */
export function readModes(text: unknown): readonly AuthMode[] {
  const names = wordsIn(text);
  const offered = AUTH_MODES.filter(mode => names.includes(mode));
  return offered.length ? offered : AUTH_MODES;
}

/** Returns the first of the `wanted` modes that is offered, or else the first offered mode. */
export const chooseMode = (offered: readonly AuthMode[], ...wanted: readonly (AuthMode | undefined)[]): AuthMode =>
  wanted.find(mode => mode && offered.includes(mode)) ?? offered[0]!;

/** Returns the mode itself if it is offered, or else one with the same intent, or else one with the same method, or else the first. */
export function nearestMode(offered: readonly AuthMode[], mode: AuthMode): AuthMode {
  const { method, intent } = MODE_TRAITS[mode];
  return chooseMode(
    offered,
    mode,
    offered.find(other => MODE_TRAITS[other].intent === intent),
    offered.find(other => MODE_TRAITS[other].method === method),
  );
}

/** The widget: its attributes `mode` and `modes` say which modes its client may show. */
interface ModesHost {
  readonly client: AuthClient;
  readonly mode: AuthMode | undefined;
  readonly modes: string | undefined;
}

/** Returns the mode to begin with: the host's `mode` if it is offered, or else `current` if it is, or else the first offered mode. */
export const initialMode = ({ mode, modes }: Pick<ModesHost, 'mode' | 'modes'>, current?: AuthMode): AuthMode =>
  chooseMode(readModes(modes), mode, current);

/**
 * Shows the mode to begin with in a client that the page has created, unless a flow has begun in it. If a person is signed in, it's the mode
 * after the sign-out. The notice about a new account depends on the mode in which it was created.
 */
export function beginInMode(host: ModesHost): void {
  const { client } = host;
  const { screen, mode, created } = client.flow;
  const { isLoading, verificationStep } = client.state;
  const isRestoring = screen === 'restoring' && verificationStep === 'none';
  const isIdle = isRestoring || (!isLoading && (screen === 'credentials' || (screen === 'signed-in' && !created)));
  const chosen = initialMode(host, mode);
  if (isIdle && chosen !== mode) client.setMode(chosen);
}

type ModesCheck = (host: ModesHost, changed: PropertyValues) => void;

let check: ModesCheck | undefined;

/** Sets the check for modes that don't exist. Only the development build has one: src/development/check.ts. */
export function setModesCheck(newCheck: ModesCheck): void {
  check = newCheck;
}

/**
 * Shows the host's mode after a change: `mode` was set to an offered mode, or `modes` no longer has the shown one. Either change
 * cancels a flow that has begun.
 * @param isStarted whether the client was observed before or was created in another mode. Any other client gets its mode from `initialMode`
 *   or `beginInMode`
 */
export function applyModes(host: ModesHost, changed: PropertyValues, isStarted: boolean): void {
  check?.(host, changed);
  if (!isStarted) return;
  const { client, mode } = host;
  const offered = readModes(host.modes);
  const isModeSet = changed.has('mode') && offered.includes(mode!);
  const isModeWithdrawn = changed.has('modes') && !offered.includes(client.flow.mode);
  if (isModeSet || isModeWithdrawn) client.setMode(initialMode(host));
}

/**
 * Shows the nearest offered mode in place of one that is not offered. When a session has ended, the machine shows a
 * mode for signing in, and an operation that the page starts shows the mode it belongs to, whether or not the host
 * offers that mode. Unlike `setMode`, `replaceMode` keeps the error and a running operation.
 */
export function showOfferedMode({ client, modes }: ModesHost): void {
  const { mode } = client.flow;
  const nearest = nearestMode(readModes(modes), mode);
  if (nearest !== mode) client.replaceMode(nearest);
}
