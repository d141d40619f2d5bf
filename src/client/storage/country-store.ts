import { FallbackStore } from './fallback-store.js';
import { storageKey } from './storage-keys.js';
import { webStoragePort } from './web-storage.js';

/**
 * The country that the person chose in the list of the widget, as its ISO 3166-1 code, in `localStorage`, or in memory if that throws:
 * docs/behaviour/countries.md#the-list.
 */
export class CountryStore extends FallbackStore<string> {
  /** @param baseUrl absolute, without a trailing slash */
  constructor(baseUrl: string) {
    super(webStoragePort('localStorage', storageKey('country', baseUrl)), value => /^[A-Z]{2}$/.test(String(value)));
  }
}
