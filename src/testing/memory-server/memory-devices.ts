import type { TestClock } from './test-clock.js';

/** How long a device is known after a sign-in, in milliseconds: 90 days. */
const LIFETIME_MS = 7_776_000_000;

/**
 * Returns `name` with 128 random bits, because the memory of a device, or the state of a code (memory-codes.ts), must mean nothing to another
 * backend that shares the storage.
 */
export const newOpaqueText = (name: string) => `${name}-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

interface KnownDevice {
  readonly phone: string;
  readonly endsAt: number;
}

/** Devices on which somebody has signed in with a code: docs/protocol.md#devices-that-are-known. */
export class MemoryDevices {
  readonly #clock: TestClock;
  readonly #known = new Map<string, KnownDevice>();

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  /** Returns a new memory of a number. Earlier ones stay valid, as in the reference server. */
  grant(phone: string): string {
    const device = newOpaqueText('device');
    this.#known.set(device, { phone, endsAt: this.#clock.now() + LIFETIME_MS });
    return device;
  }

  /** Whether `device` is a memory of the number that hasn't expired. */
  isKnown(device: string | undefined, phone: string): boolean {
    const known = device === undefined ? undefined : this.#known.get(device);
    return known !== undefined && known.phone === phone && known.endsAt > this.#clock.now();
  }
}
