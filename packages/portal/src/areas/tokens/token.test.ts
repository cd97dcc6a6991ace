import type { TokenGrant } from '@cfs/contracts/tokens';
import { expect, test } from 'vitest';
import { lifetimes, stateOf, usesOf } from './token.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const token = { revokedOn: null, expiresOn: null } as TokenGrant;

test('a token is active until the moment of its expiry', () => {
  expect(stateOf(token, now)).toBe('Active');
  expect(stateOf({ ...token, expiresOn: '2026-11-21T09:00:00.001Z' }, now)).toBe('Active');
  expect(stateOf({ ...token, expiresOn: '2026-11-21T09:00:00.000Z' }, now)).toBe('Expired');
});

test('a revoked token stays revoked, expired or not', () => {
  const revokedOn = '2026-11-20T09:00:00.000Z';
  expect(stateOf({ ...token, revokedOn }, now)).toBe('Revoked');
  expect(stateOf({ ...token, revokedOn, expiresOn: revokedOn }, now)).toBe('Revoked');
});

test('lifetimes are offered in years, with Forever as the last option', () => {
  expect(lifetimes.map(({ label }) => label)).toEqual(['1 year', '2 years', '3 years', 'Forever']);
});

test('usesOf returns the uses of a token in words', () => {
  expect(usesOf({ canEnrol: true, canSendPackets: true, canRead: false })).toBe('Enrol agents, Send packets');
  expect(usesOf({ canEnrol: false, canSendPackets: false, canRead: true })).toBe('Read lists');
});
