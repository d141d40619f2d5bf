import { InjectionToken } from '@angular/core';

export interface AuthOptions {
  /** Address of the server that signs people in, absolute or relative to the page. */
  readonly baseUrl: string;
  /** Address of your own API, absolute or relative to the page. Only calls below this address get the token. */
  readonly apiUrl: string;
}

export const AUTH_OPTIONS = new InjectionToken<AuthOptions>('AUTH_OPTIONS');
