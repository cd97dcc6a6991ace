import { describe, expect, test } from 'vitest';
import { loginAddress, safeRequestUrl } from './request-url.ts';

describe('return after the sign-in', () => {
  test('carries the requested address to the login page', () => {
    expect(loginAddress('/t/devices?page=2')).toBe('/user/login?requestUrl=%2Ft%2Fdevices%3Fpage%3D2');
    expect(loginAddress('/')).toBe('/user/login');
  });

  test('never leads out of the portal', () => {
    expect(safeRequestUrl('https://elsewhere.example/')).toBe('/');
    expect(safeRequestUrl('//elsewhere.example/')).toBe('/');
    expect(safeRequestUrl('/\\elsewhere.example/')).toBe('/');
    expect(safeRequestUrl(undefined)).toBe('/');
  });

  test('never leads back to the login page', () => {
    expect(safeRequestUrl('/user/login')).toBe('/');
    expect(safeRequestUrl('/3f2504e0/user/accessDenied')).toBe('/');
  });

  test('keeps an address inside the portal', () => {
    expect(safeRequestUrl('/3f2504e0/devices?open=1')).toBe('/3f2504e0/devices?open=1');
  });
});
