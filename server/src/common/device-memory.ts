import { randomBytes } from 'node:crypto';
import { constantTimeEqual, type SecretMacs } from './crypto.js';

// A device memory is base64url of an id, the time at which it expires, and a MAC over both and the number. The time is
// hidden, so that nothing in it can be read.
const ID_LENGTH = 16;
const TIME_LENGTH = 5;
const MAC_LENGTH = 16;
const PATTERN = new RegExp(`^[\\w-]{${Math.ceil(((ID_LENGTH + TIME_LENGTH + MAC_LENGTH) * 4) / 3)}}$`);

/** How long a device remembers a number, in seconds. */
export const DEVICE_LIFETIME = 90 * 86_400;

/** A device that has signed in with a number (docs/protocol.md#devices-that-are-known). */
export interface KnownDevice {
  /** Random. A sign-in with a valid memory renews the memory under the same id. */
  readonly id: string;
  /** Seconds since 1970 by the clock of the database. The caller has to compare it with that clock. */
  readonly expiresAt: number;
}

/** Returns a new id, for a device that signs in with a number without a valid memory of it. */
export const newDeviceId = (): string => randomBytes(ID_LENGTH).toString('base64url');

const hide = (time: Uint8Array, id: string, macs: SecretMacs): Buffer => {
  const mask = macs.deviceMask(id);
  return Buffer.from(time.map((byte, index) => byte ^ mask[index]!));
};

const macOf = (macs: SecretMacs, phone: string, { id, expiresAt }: KnownDevice): Buffer =>
  macs.device(phone, id, expiresAt).subarray(0, MAC_LENGTH);

/** Writes the memory that a device has of a number. */
export function writeDeviceMemory(macs: SecretMacs, phone: string, device: KnownDevice): string {
  const time = Buffer.alloc(TIME_LENGTH);
  time.writeUIntBE(device.expiresAt, 0, TIME_LENGTH);
  const id = Buffer.from(device.id, 'base64url');
  return Buffer.concat([id, hide(time, device.id, macs), macOf(macs, phone, device)]).toString('base64url');
}

/**
 * Reads the memory that a device has of a number. Any text is allowed: undefined if it's no memory of this number under
 * one of these secrets.
 */
export function readDeviceMemory(
  accepted: readonly SecretMacs[],
  phone: string,
  text: string,
): KnownDevice | undefined {
  if (!PATTERN.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The last character has bits that are in no byte. They have to be 0.
  if (bytes.toString('base64url') !== text) return undefined;
  const id = bytes.toString('base64url', 0, ID_LENGTH);
  const hidden = bytes.subarray(ID_LENGTH, ID_LENGTH + TIME_LENGTH);
  const mac = bytes.subarray(ID_LENGTH + TIME_LENGTH);
  for (const macs of accepted) {
    const device = { id, expiresAt: hide(hidden, id, macs).readUIntBE(0, TIME_LENGTH) };
    if (constantTimeEqual(mac, macOf(macs, phone, device))) return device;
  }
  return undefined;
}
