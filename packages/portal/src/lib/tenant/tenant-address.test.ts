import { describe, expect, test } from 'vitest';
import { pathInTenant, tenantOfPath } from './tenant-address.ts';

const north = '3F2504E0-4F89-41D3-9A0C-0305E82C3301';
const south = '9b2d7a54-1c3e-4e54-8a27-6f2f0c1d2e3f';

describe('the tenant in the URL', () => {
  test('is read from the first path segment, in lower case', () => {
    expect(tenantOfPath(`/${north}/devices`)).toBe(north.toLowerCase());
  });

  test('may be missing', () => {
    expect(tenantOfPath('/devices')).toBeUndefined();
    expect(tenantOfPath('/')).toBeUndefined();
  });

  test('is replaced, the rest of the path kept', () => {
    expect(pathInTenant(`/${north}/packets/5`, south)).toBe(`/${south}/packets/5`);
  });

  test('is prepended to a path without one', () => {
    expect(pathInTenant('/locations', south)).toBe(`/${south}/locations`);
    expect(pathInTenant('/', south)).toBe(`/${south}`);
  });
});
