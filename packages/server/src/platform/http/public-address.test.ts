import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '192.0.2.1',
    '192.88.99.1',
    '198.51.100.255',
    '203.0.113.7',
    '240.0.0.1',
    '::ffff:0:8.8.8.8',
    '2001:db8::1',
    '2001:10::1',
    '3fff:fff:ffff::1',
    '5f00::1',
    '100::1',
    '100:0:0:1::1',
    '64:ff9b:1::1',
    'fec0::1',
    '4000::1',
    'fe80::1%eth0',
    'localhost',
    '',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('refuses the addresses of this machine, whatever their range', () => {
    const own = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'];
    for (const address of [...own, '2606:2800:0220:0001:0248:1893:25C8:1946'])
      expect(isPublicAddress(address, own)).toBe(false);
    expect(isPublicAddress('93.184.216.35', own)).toBe(true);
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    expect(addresses.filter(({ address }) => isPublicAddress(address))).toEqual([]);
  });

  it.each([
    '8.8.8.8',
    '223.255.255.255',
    '198.20.0.1',
    '2400:cb00::1',
    '3ffe::1',
    '93.184.216.34',
    '172.32.0.1',
    '2606:2800:220:1:248:1893:25c8:1946',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
