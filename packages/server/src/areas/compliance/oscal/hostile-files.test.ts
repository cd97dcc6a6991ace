import { expect, test } from 'vitest';
import { Problem } from '../../../platform/problems.ts';
import { readControlSet } from '../read-control-set.ts';

const metadata = { title: 'Set', version: '1' };
const catalogOf = (controls: number) => ({
  metadata,
  controls: Array.from({ length: controls }, (_, index) => ({ id: `c${index}`, title: 'C' })),
});
const profileOf = (patterns: readonly string[]) => ({
  metadata,
  imports: [{ 'include-controls': [{ matching: patterns.map((pattern) => ({ pattern })) }] }],
});

const refusalOf = (file: object): string => {
  try {
    readControlSet(file);
  } catch (error) {
    if (error instanceof Problem) return JSON.stringify([error.status, error.detail, error.errors]);
    throw error;
  }
  return '';
};

// The time to match is the product of both lengths, and of both counts.
test('long ids and patterns are refused before they are compared', () => {
  const catalog = { metadata, controls: [{ id: 'a'.repeat(80_000), title: 'A' }] };
  expect(refusalOf({ catalog, profile: profileOf([`*${'a'.repeat(40_000)}b`]) })).toContain('100');
});

test('many patterns are refused before they are compared', () => {
  const patterns = Array.from({ length: 10_000 }, () => '*x');
  expect(refusalOf({ catalog: catalogOf(5_000), profile: profileOf(patterns) })).toContain(
    'A profile has at most 50 patterns.',
  );
});

test('a profile of a catalogue with more controls than a set may have is refused', () => {
  expect(refusalOf({ catalog: catalogOf(5_001), profile: profileOf(['*x']) })).toContain(
    'A catalogue with a profile has at most 5000 controls.',
  );
});

test('a statement that is too long with its parameters is refused before it is written out', () => {
  const prose = '{{p}}'.repeat(4_000);
  const parts = [{ name: 'statement', parts: Array.from({ length: 150 }, () => ({ name: 'item', prose })) }];
  const params = [{ id: 'p', values: ['x'.repeat(1_000)] }];
  expect(refusalOf({ catalog: { metadata, params, controls: [{ id: 'c', title: 'C', parts }] } })).toContain(
    'The statement of the control \\"c\\" is too long.',
  );
});
