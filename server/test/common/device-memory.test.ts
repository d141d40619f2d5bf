import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMacs } from '../../src/common/crypto.js';
import { newDeviceId, readDeviceMemory, writeDeviceMemory } from '../../src/common/device-memory.js';

const phone = '79161234567';
const macs = createMacs('one secret');
const device = { id: newDeviceId(), expiresAt: 1_800_000_000 };

describe('a device memory', () => {
  it('is read by the secret that wrote it, for its number', () => {
    const memory = writeDeviceMemory(macs, phone, device);
    assert.deepEqual(readDeviceMemory(macs.accepted, phone, memory), device);
    assert.equal(readDeviceMemory(macs.accepted, '79161234568', memory), undefined);
    assert.equal(readDeviceMemory(createMacs('another one').accepted, phone, memory), undefined);
    const changed = createMacs('another one', { previous: 'one secret' });
    assert.deepEqual(readDeviceMemory(changed.accepted, phone, memory), device);
  });

  it('shows neither the number nor the time', () => {
    const bytes = Buffer.from(writeDeviceMemory(macs, phone, device), 'base64url');
    assert.ok(!bytes.toString('latin1').includes(phone));
    const time = Buffer.alloc(5);
    time.writeUIntBE(device.expiresAt, 0, 5);
    assert.ok(!bytes.includes(time.subarray(0, 3)));
    const later = Buffer.from(
      writeDeviceMemory(macs, phone, { id: newDeviceId(), expiresAt: device.expiresAt }),
      'base64url',
    );
    assert.notDeepEqual(later.subarray(16, 21), bytes.subarray(16, 21));
  });

  it('is no other text', () => {
    for (const text of ['', 'x', 'A'.repeat(50), `${'A'.repeat(49)}=`, 'ж'.repeat(50), 'A'.repeat(5000)]) {
      assert.equal(readDeviceMemory(macs.accepted, phone, text), undefined);
    }
  });
});
