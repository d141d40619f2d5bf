import { inject } from '@angular/core';
import { Router, type CanActivateFn } from '@angular/router';
import { AuthService } from './auth-service';

/** Lets people through who are signed in, and sends others to /sign-in, from where they come back. */
export const authGuard: CanActivateFn = async (_route, { url }) => {
  const auth = inject(AuthService);
  const router = inject(Router);
  await auth.restored;
  return auth.isSignedIn() || router.createUrlTree(['/sign-in'], { queryParams: { return: url } });
};
