import type { AttainmentRow } from '@cfs/contracts/service-levels';

/** A row of the table: a week, or a severity within it. */
export interface AttainmentLine {
  readonly week: string;
  readonly kind: AttainmentRow['kind'];
  readonly severity: AttainmentRow['severityId'] | 'All';
  readonly met: number;
  readonly breached: number;
  /** Whole percent. */
  readonly share: number;
}

const shareOf = (met: number, breached: number): number => Math.floor((100 * met) / (met + breached));

/**
 * Returns the rows of the table: newest week first, within it responses before resolutions; for each of them a row for
 * all severities, then one per severity.
 */
export const attainmentLines = (rows: readonly AttainmentRow[]): readonly AttainmentLine[] => {
  const groups = Map.groupBy(rows, ({ week, kind }) => `${week} ${kind}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const met = group.reduce((sum, row) => sum + row.met, 0);
      const breached = group.reduce((sum, row) => sum + row.breached, 0);
      const all: AttainmentLine = { ...first, severity: 'All', met, breached, share: shareOf(met, breached) };
      return [
        all,
        ...group.map((row) => ({ ...row, severity: row.severityId, share: shareOf(row.met, row.breached) })),
      ];
    })
    .sort((one, other) => other.week.localeCompare(one.week) || other.kind.localeCompare(one.kind));
};
