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

/** For the providers of the app. Restores a stored session at the start. */
export function provideAuth(options: AuthOptions): EnvironmentProviders {
  return makeEnvironmentProviders([
    { provide: AUTH_OPTIONS, useValue: options },
    provideEnvironmentInitializer(askGuardsAfterSignOut),
  ]);
}

/** When the session ends, here or in another tab, the guards of the page that is shown decide again. */
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
