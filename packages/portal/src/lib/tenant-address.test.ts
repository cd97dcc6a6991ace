import { describe, expect, test } from 'vitest';
import { pathInTenant, tenantOfPath } from './tenant-address.ts';

const north = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';
const south = '9b2d7a54-1c3e-4e54-8a27-6f2f0c1d2e3f';

describe('tenant in the address', () => {
  test('reads the leading tenant id in lower case', () => {
    expect(tenantOfPath(`/${north}/devices`)).toBe(north.toLowerCase());
  });

  test('finds no tenant in a screen address without one', () => {
    expect(tenantOfPath('/devices')).toBeUndefined();
    expect(tenantOfPath('/')).toBeUndefined();
  });

  test('replaces the tenant and keeps the rest of the path', () => {
    expect(pathInTenant(`/${north}/packets/5`, south)).toBe(`/${south}/packets/5`);
  });

  test('puts the tenant in front of a bare path', () => {
    expect(pathInTenant('/locations', south)).toBe(`/${south}/locations`);
    expect(pathInTenant('/', south)).toBe(`/${south}`);
  });
});
