import { expect, test } from 'vitest';
import { emptyLegacyFilters, readLegacyFilters, reversedSpans, writeLegacyFilters } from './legacy-filters.ts';

const filters = {
  ...emptyLegacyFilters,
  tenantId: '11111111-1111-4111-8111-111111111111',
  status: 'Resolved',
  createdStart: '2026-05-01T08:15',
  eventResolvedEnd: '2026-05-02T00:00',
};

test('writes bounds as inclusive conditions', () => {
  expect(writeLegacyFilters(filters).map(({ path, operator }) => `${path} ${operator}`)).toEqual([
    'tenantId in',
    'status in',
    'created from',
    'eventResolved until',
  ]);
});

test('reads the conditions that it has written', () => {
  expect(readLegacyFilters(writeLegacyFilters(filters))).toEqual(filters);
});

test('leaves out conditions without a field in the form', () => {
  const conditions = [
    { path: 'title', operator: 'contains', values: ['mail'] },
    { path: 'status', operator: 'in', values: ['Resolved', 'Cancelled'] },
  ] as const;
  expect(readLegacyFilters(conditions)).toEqual(emptyLegacyFilters);
});

test('finds spans that end before they begin', () => {
  const reversed = { ...filters, nextUpdateStart: '2026-05-02T00:00', nextUpdateEnd: '2026-05-01T23:59' };
  expect([...reversedSpans(reversed)]).toEqual(['nextUpdate']);
});
