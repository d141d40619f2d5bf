import { inject } from '@angular/core';
import { Router, type CanActivateFn } from '@angular/router';
import { AuthService } from './auth-service';

/**
 * Lets people through who are signed in, and sends others to /sign-in, from where they come back. A server does not know
 * who is signed in, and lets everybody through: the page asks again in the browser.
 */
export const authGuard: CanActivateFn = async (_route, { url }) => {
  const auth = inject(AuthService);
  const router = inject(Router);
  await auth.restored;
  return (
    auth.isRestoring() || auth.isSignedIn() || router.createUrlTree(['/sign-in'], { queryParams: { return: url } })
  );
};
