import { expect, test } from 'vitest';
import { attainmentLines } from './attainment-weeks.ts';

test('sums the severities of a week, and sorts by newest week, then responses first', () => {
  const week = '2026-11-16';
  const lines = attainmentLines([
    { week: '2026-11-09', kind: 'Response', severityId: 'Sev2', met: 1, breached: 0 },
    { week, kind: 'Resolution', severityId: 'Sev0', met: 0, breached: 1 },
    { week, kind: 'Response', severityId: 'Sev0', met: 1, breached: 1 },
    { week, kind: 'Response', severityId: 'Sev1', met: 1, breached: 0 },
  ]);
  expect(
    lines.map(({ week, kind, severity, met, breached, share }) => [week, kind, severity, met, breached, share]),
  ).toEqual([
    ['2026-11-16', 'Response', 'All', 2, 1, 66],
    ['2026-11-16', 'Response', 'Sev0', 1, 1, 50],
    ['2026-11-16', 'Response', 'Sev1', 1, 0, 100],
    ['2026-11-16', 'Resolution', 'All', 0, 1, 0],
    ['2026-11-16', 'Resolution', 'Sev0', 0, 1, 0],
    ['2026-11-09', 'Response', 'All', 1, 0, 100],
    ['2026-11-09', 'Response', 'Sev2', 1, 0, 100],
  ]);
});
