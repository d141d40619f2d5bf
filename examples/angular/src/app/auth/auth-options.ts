import { InjectionToken } from '@angular/core';

export interface AuthOptions {
  /** Address of the server that signs people in, absolute or relative to the page. */
  readonly baseUrl: string;
  /** The app's own API, absolute or relative to the page: calls below this address, and no others, get the token. */
  readonly apiUrl: string;
}

export const AUTH_OPTIONS = new InjectionToken<AuthOptions>('AUTH_OPTIONS');
