import type { ChangeCalendar, ClashPartner } from '@cfs/contracts/change-calendar';

/** Two changes that touch the same resources at the same time. */
export interface Clash {
  readonly one: ClashPartner;
  readonly other: ClashPartner;
  readonly resources: readonly string[];
  /** The time during which both changes overlap. */
  readonly start: string;
  readonly finish: string;
}

/** The clashes of the changes of a calendar, each pair once, by the start of their overlap. */
export const clashesOf = ({
  value,
  clashPartners,
}: Pick<ChangeCalendar, 'value' | 'clashPartners'>): readonly Clash[] => {
  const byId = new Map<number, ClashPartner>([...value, ...clashPartners].map((change) => [change.workUnitId, change]));
  const listed = new Set<string>();
  const clashes = value.flatMap((change) =>
    change.overlaps.flatMap(({ workUnitId, resources }): Clash[] => {
      const partner = byId.get(workUnitId);
      const key = [change.workUnitId, workUnitId].sort((one, other) => one - other).join(' ');
      if (!partner || listed.has(key)) return [];
      listed.add(key);
      const start = [change, partner].map(({ plannedStartTime }) => plannedStartTime).sort()[1];
      const finish = [change, partner].map(({ plannedFinishTime }) => plannedFinishTime).sort()[0];
      return [{ one: change, other: partner, resources, start: start ?? '', finish: finish ?? '' }];
    }),
  );
  return clashes.toSorted((one, other) => one.start.localeCompare(other.start));
};
