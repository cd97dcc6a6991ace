import { expect, test } from 'vitest';
import { hash } from 'node:crypto';
import type { AccessSnapshot, TenantRecord, TokenGrantRecord } from './access-snapshot.ts';
import { createTenantToken, isTenantToken, verifyTenantToken } from './tenant-tokens.ts';

const now = new Date('2026-03-02T10:00:00Z');
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);
const { token, ...stored } = createTenantToken();

const verify = (grant: Partial<TokenGrantRecord>, enabled = true) => {
  const known = { tokenGrantId: 'grant', tenantId: 'tenant', purposes: ['read'], ...grant } as TokenGrantRecord;
  const snapshot = {
    tokensByHash: new Map([[stored.hash.toString('hex'), known]]),
    tenants: new Map([['tenant', { tenantId: 'tenant', enabled } as TenantRecord]]),
  } as unknown as AccessSnapshot;
  return () => verifyTenantToken(token, snapshot, now).tokenGrantId;
};

test('a new token is recognised, stored as its hash and shown by its beginning', () => {
  expect(isTenantToken(token)).toBe(true);
  expect(isTenantToken(`x${token}`)).toBe(false);
  expect(stored.hash.toString('hex')).toBe(hash('sha256', token));
  expect(token.startsWith(stored.prefix)).toBe(true);
  expect(token.length).toBeGreaterThan(stored.prefix.length + 30);
  expect(createTenantToken().token).not.toBe(token);
});

test.each([
  ['never expires', {}],
  ['expires later', { expiresOn: after }],
  ['is revoked later', { revokedOn: after }],
])('a token that %s is accepted', (_what, grant) => {
  expect(verify(grant)()).toBe('grant');
});

test.each([
  ['expires now', { expiresOn: now }, 'The token has expired.'],
  ['has expired', { expiresOn: before }, 'The token has expired.'],
  ['is revoked now', { revokedOn: now }, 'The token was revoked.'],
  ['was revoked', { revokedOn: before }, 'The token was revoked.'],
])('a token that %s is refused', (_what, grant, detail) => {
  expect(verify(grant)).toThrow(expect.objectContaining({ status: 401, detail }));
});

test('a token of a disabled tenant is refused', () => {
  expect(verify({}, false)).toThrow(expect.objectContaining({ detail: 'The tenant of the token is disabled.' }));
});
