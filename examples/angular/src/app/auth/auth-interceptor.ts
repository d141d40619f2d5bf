import type { HttpInterceptorFn } from '@angular/common/http';
import { DOCUMENT, inject } from '@angular/core';
import { from, switchMap } from 'rxjs';
import { AUTH_OPTIONS } from './auth-options';
import { AuthService } from './auth-service';

/**
 * Adds the token to calls to your own API. Calls to other addresses, and calls that already have an `Authorization` header,
 * go out unchanged.
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

/** Whether an address has the same origin as `api` and a path below it. `URL` has resolved every `..` in both paths. */
function isBelow(api: URL, { origin, pathname }: URL): boolean {
  return origin === api.origin && `${pathname}/`.startsWith(api.pathname.replace(/\/?$/, '/'));
}
