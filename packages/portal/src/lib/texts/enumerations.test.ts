import { describe, expect, test } from 'vitest';
import { enumName, enumOptions } from './enumerations.ts';

const systems = { Unknown: 0, WinX64: 1, LinuxX64: 4 };

describe('enumerations', () => {
  test('look a name up by name or number', () => {
    expect([enumName(systems, 4), enumName(systems, 'WinX64')]).toEqual(['LinuxX64', 'WinX64']);
  });

  test('map an undeclared value to unknown', () => {
    expect([enumName(systems, 9), enumName(systems, 'Amiga'), enumName(systems, null)]).toEqual(
      Array(3).fill('unknown'),
    );
  });

  test('list their options by number or by name', () => {
    expect(enumOptions(systems)[2]).toEqual({ value: 4, label: 'LinuxX64' });
    expect(enumOptions(systems, 'names')[2]).toEqual({ value: 'LinuxX64', label: 'LinuxX64' });
  });

  test('throw when missing', () => {
    expect(() => enumName(undefined, 1)).toThrow('Enum type required for text type enum.');
    expect(() => enumOptions(undefined)).toThrow('Enum type required for text type enum.');
  });
});
