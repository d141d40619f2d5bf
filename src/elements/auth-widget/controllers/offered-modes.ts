import { AUTH_MODES, MODE_TRAITS, type AuthMode } from '../../../core/auth-state.js';

/**
 * The modes that an attribute names, separated by spaces, or all if it names none. Apps that are not type-checked may set
 * an array: its text has commas.
 */
export function readModes(text: unknown): readonly AuthMode[] {
  const names = String(text).split(/[^\w-]+/);
  const offered = AUTH_MODES.filter(mode => names.includes(mode));
  return offered.length ? offered : AUTH_MODES;
}

/** The first of `wanted` that is offered, or else the first that is. */
export const chooseMode = (offered: readonly AuthMode[], ...wanted: readonly (AuthMode | undefined)[]): AuthMode =>
  wanted.find(mode => mode && offered.includes(mode)) ?? offered[0]!;

/** The offered mode that is nearest to another: for the same intent, or else by the same method. */
export function nearestMode(offered: readonly AuthMode[], mode: AuthMode): AuthMode {
  const { method, intent } = MODE_TRAITS[mode];
  return chooseMode(
    offered,
    mode,
    offered.find(other => MODE_TRAITS[other].intent === intent),
    offered.find(other => MODE_TRAITS[other].method === method),
  );
}
