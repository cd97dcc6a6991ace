import type { AttainmentRow } from '@cfs/contracts/service-levels';

/** What a table says of a week, or of a severity within it. */
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

/** The newest week first, in it responses before resolutions; a line for all severities, then one for each. */
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
