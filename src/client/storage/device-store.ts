import { hasShape, isOneOf, isOpaqueText } from '../../core/record-checks.js';
import { FallbackStore } from './fallback-store.js';
import { storageKey } from './storage-keys.js';
import { webStoragePort } from './web-storage.js';

interface DeviceRecord {
  /** Version of the format. A record of another version is discarded. */
  readonly v: 1;
  /** `Session.device` of the last sign-in by code. */
  readonly device: string;
}

/**
 * The device memory of one server, in `localStorage`, or in memory if that throws. It survives a sign-out:
 * docs/behaviour/session.md#device-memory.
 */
export class DeviceStore extends FallbackStore<DeviceRecord> {
  /** @param baseUrl absolute, without a trailing slash. Each address has its own memory */
  constructor(baseUrl: string) {
    super(
      webStoragePort('localStorage', storageKey('device', baseUrl)),
      hasShape({ v: isOneOf(1), device: isOpaqueText }),
    );
  }

  /** Replaces the memory. Does nothing if the server gave none, or one that isn't 1 to 200 visible ASCII characters. */
  remember(device: unknown): void {
    if (isOpaqueText(device)) this.write({ v: 1, device });
  }
}
