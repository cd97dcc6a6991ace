import { describe, expect, it } from 'vitest';
import { createDerivedKeys } from './derived-keys.ts';
import { createDataKey, openValue, sealValue, SealedValueError, unwrapDataKey } from './sealed-value.ts';

const keys = createDerivedKeys(new Uint8Array(32).fill(1));
const owner = { tenantId: '7d0f8d5e-0000-4000-8000-000000000001', version: 1 };
const about = { tenantId: owner.tenantId, name: 'pager-token' };
const stored = createDataKey(keys, owner);
const dataKey = unwrapDataKey(keys, owner, stored);

describe('a sealed value', () => {
  it.each(['', 'pass', 'ünïcode 🔑', 'x'.repeat(16_384)])('can be opened again: %s', (value) => {
    const sealed = sealValue(dataKey, about, value);
    expect(openValue(dataKey, about, sealed)).toBe(value);
    expect(value !== '' && sealed.includes(Buffer.from(value))).toBe(false);
  });

  it('differs each time', () => {
    expect(sealValue(dataKey, about, 'same')).not.toEqual(sealValue(dataKey, about, 'same'));
  });

  it.each<[string, (sealed: Buffer) => unknown]>([
    ['another name', (sealed) => openValue(dataKey, { ...about, name: 'other' }, sealed)],
    ['another tenant', (sealed) => openValue(dataKey, { ...about, tenantId: 'other' }, sealed)],
    ['another data key', (sealed) => openValue(new Uint8Array(32), about, sealed)],
    [
      'a changed byte',
      (sealed) => openValue(dataKey, about, Buffer.from(sealed.map((byte, at) => byte ^ +(at === 30)))),
    ],
    ['a truncated value', (sealed) => openValue(dataKey, about, sealed.subarray(0, sealed.length - 1))],
    ['an empty value', () => openValue(dataKey, about, Buffer.alloc(0))],
  ])('cannot be opened with %s', (_, opening) => {
    expect(() => opening(sealValue(dataKey, about, 'top secret'))).toThrow(SealedValueError);
  });
});

describe('a data key', () => {
  it('can be unwrapped only with the master key that wrapped it, which the error names', () => {
    const others = createDerivedKeys(new Uint8Array(32).fill(2));
    expect(unwrapDataKey(keys, owner, stored)).toHaveLength(32);
    expect(() => unwrapDataKey(others, owner, stored)).toThrow(
      `were encrypted under the master key ${keys.keyId}, and this server has ${others.keyId}.`,
    );
    expect(() => unwrapDataKey(others, owner, { ...stored, masterKeyId: others.keyId })).toThrow(SealedValueError);
  });

  it('belongs to one tenant and version', () => {
    expect(() => unwrapDataKey(keys, { ...owner, version: 2 }, stored)).toThrow(/data key 2 .* was changed/);
    expect(() => unwrapDataKey(keys, { ...owner, tenantId: 'other' }, stored)).toThrow(SealedValueError);
    expect(unwrapDataKey(keys, owner, createDataKey(keys, owner))).not.toEqual(dataKey);
  });
});
