import {
  effect,
  inject,
  makeEnvironmentProviders,
  provideEnvironmentInitializer,
  type EnvironmentProviders,
} from '@angular/core';
import { Router } from '@angular/router';
import { AUTH_OPTIONS, type AuthOptions } from './auth-options';
import { AuthService } from './auth-service';

/** Providers for the app's configuration. They restore a stored session when the app starts. */
export function provideAuth(options: AuthOptions): EnvironmentProviders {
  return makeEnvironmentProviders([
    { provide: AUTH_OPTIONS, useValue: options },
    provideEnvironmentInitializer(askGuardsAfterSignOut),
  ]);
}

/**
 * Creates `AuthService`, which restores a stored session. When the session ends, in any tab, runs the guards of the current route again,
 * if it has `runGuardsAndResolvers: 'always'`.
 */
function askGuardsAfterSignOut(): void {
  const auth = inject(AuthService);
  const router = inject(Router);
  let wasSignedIn = false;
  effect(() => {
    const isSignedIn = auth.isSignedIn();
    if (wasSignedIn && !isSignedIn) void router.navigateByUrl(router.url, { onSameUrlNavigation: 'reload' });
    wasSignedIn = isSignedIn;
  });
}
