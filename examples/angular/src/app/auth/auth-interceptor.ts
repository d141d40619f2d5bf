import type { HttpInterceptorFn } from '@angular/common/http';
import { DOCUMENT, inject } from '@angular/core';
import { from, switchMap } from 'rxjs';
import { AUTH_OPTIONS } from './auth-options';
import { AuthService } from './auth-service';

/**
 * Adds the token to calls of the app's own API. Calls of other addresses, and calls that have an `Authorization` header
 * already, go out as they are.
 */
export const authInterceptor: HttpInterceptorFn = (request, next) => {
  const { baseURI } = inject(DOCUMENT);
  const { apiUrl } = inject(AUTH_OPTIONS);
  if (!isBelow(new URL(apiUrl, baseURI), new URL(request.url, baseURI)) || request.headers.has('Authorization'))
    return next(request);
  return from(inject(AuthService).getToken()).pipe(
    switchMap(token => next(token ? request.clone({ setHeaders: { Authorization: `Bearer ${token}` } }) : request)),
  );
};

/** Whether an address has the origin of `api`, and a path below its path. Both paths are normalised: without `..`. */
function isBelow(api: URL, { origin, pathname }: URL): boolean {
  return origin === api.origin && `${pathname}/`.startsWith(api.pathname.replace(/\/?$/, '/'));
}
