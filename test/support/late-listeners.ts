// A signed-in <auth-widget>, for the tests of listeners that are added to it late.
import { until } from './browser.js';
import { stored } from './held-backend.js';
import { mountWidget, type Mounted } from './widget.js';

/** Waits until all queued microtasks have run, and those that they queue. */
export const microtasks = () => new Promise<void>(resolve => setTimeout(resolve));

/** A widget with a restored session, whose listeners have heard of it. */
export async function signedIn(): Promise<Mounted> {
  const mounted = await mountWidget({}, stored());
  await until(() => mounted.widget.state.isAuthenticated);
  await microtasks();
  return mounted;
}

export async function signOut({ widget, backend }: Pick<Mounted, 'widget' | 'backend'>): Promise<void> {
  const done = widget.client.logout();
  await backend.answer('endSession');
  await done;
}
