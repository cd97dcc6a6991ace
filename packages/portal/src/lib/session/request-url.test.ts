import { describe, expect, test } from 'vitest';
import { loginAddress, safeRequestUrl } from './request-url.ts';

describe('the return URL of a sign-in', () => {
  test('is a parameter of the login page', () => {
    expect(loginAddress('/t/devices?page=2')).toBe('/user/login?requestUrl=%2Ft%2Fdevices%3Fpage%3D2');
    expect(loginAddress('/')).toBe('/user/login');
  });

  test('never leaves the portal (no open redirect)', () => {
    expect(safeRequestUrl('https://elsewhere.example/')).toBe('/');
    expect(safeRequestUrl('//elsewhere.example/')).toBe('/');
    expect(safeRequestUrl('/\\elsewhere.example/')).toBe('/');
    expect(safeRequestUrl(undefined)).toBe('/');
  });

  test.each([
    '/\t/elsewhere.example/',
    '/\n/elsewhere.example/',
    '/\t\\elsewhere.example/',
    '/.//elsewhere.example/',
    '//[',
  ])('falls back to / for %j, which a browser could resolve to another origin', (requestUrl) =>
    expect(safeRequestUrl(requestUrl)).toBe('/'),
  );

  test('is never the login page itself', () => {
    expect(safeRequestUrl('/user/login')).toBe('/');
    expect(safeRequestUrl('/3f2504e0/user/accessDenied')).toBe('/');
    expect(safeRequestUrl('/a/../user/login')).toBe('/');
    expect(safeRequestUrl('/./user/login')).toBe('/');
  });

  test('may be any path inside the portal', () => {
    expect(safeRequestUrl('/3f2504e0/devices?open=1')).toBe('/3f2504e0/devices?open=1');
  });
});
