import { describe, expect, it } from 'vitest';
import { canonicalAddress } from './canonical-address.ts';

describe('the canonical form of an address', () => {
  it.each([
    ['/v1/locations', '/v1/locations'],
    ['/api/v1/locations', '/v1/locations'],
    ['/API/V1/locations?$top=1', '/V1/locations?$top=1'],
    ['/v1/locations/', '/v1/locations'],
    ['/v1/locations//?a=1', '/v1/locations?a=1'],
    ['/api/generalLookup/version/', '/api/generalLookup/version'],
    ['/', '/'],
    ['/?a=1', '/?a=1'],
    ['/api/v1', '/v1'],
    ['/api/v12/x', '/api/v12/x'],
    ['/v1/locations/%24count', '/v1/locations/$count'],
  ])('of %s is %s', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
  });

  it.each([
    ['/v1/tenants(5)', '/v1/tenants/5'],
    ['/v1/tenants%285%29/secrets', '/v1/tenants/5/secrets'],
    ["/v1/tenants('a b')", '/v1/tenants/a b'],
    ["/v1/tenants('it''s')", "/v1/tenants/it's"],
    ["/v1/tenants('a/b(c),d')", '/v1/tenants/a%2Fb(c),d'],
    ['/v1/tenants()', '/v1/tenants'],
    ['/v1/workunits/Export()?$filter=a', '/v1/workunits/Export?$filter=a'],
    ['/v1/workunits/Export()/', '/v1/workunits/Export'],
  ])('has the key of %s in the path', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
  });

  it.each([
    ['/v1/w/Get(workUnitId=5)', '/v1/w/Get?@workUnitId=5'],
    ['/v1/w/Get(a=1,b=2)?$top=1', '/v1/w/Get?$top=1&@a=1&@b=2'],
    ["/v1/w/Get(a='x,y=z)',b=2)", "/v1/w/Get?@a='x,y=z)'&@b=2"],
    ["/v1/w/Get(a='x&y+z')", "/v1/w/Get?@a='x%26y%2Bz'"],
    ['/v1/w/Get%28a%3D1%2Cb%3D2%29', '/v1/w/Get?@a=1&@b=2'],
    ['/v1/w/Get(a=@p)?@p=4', '/v1/w/Get?@p=4&@a=@p'],
  ])('has the parameters of %s as aliases', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
  });

  it.each([
    '/v1/w(',
    '/v1/w)',
    '/v1/w((1))',
    '/v1/w(1)x',
    '/v1/w(1,2)',
    '/v1/w(a=1,2)',
    '/v1/w(=1)',
    "/v1/w('a)",
    '/v1/w(a b=1)',
  ])('of %s is itself, so that no route matches', (address) => {
    expect(canonicalAddress(address)).toBe(address);
  });
});
