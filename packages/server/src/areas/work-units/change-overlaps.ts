import type { PlannedChange } from '@cfs/contracts/change-calendar';

type Planned = Omit<PlannedChange, 'overlaps'>;

/** The resources that a text names: separated by commas, semicolons or lines, each once without regard to case. */
export const resourcesIn = (text: string | null): string[] => {
  const named = (text ?? '')
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Map(named.map((name) => [name.toLowerCase(), name])).values()];
};

const shared = (one: Planned, other: Planned): string[] => {
  const theirs = new Set(other.affectedResources.map((name) => name.toLowerCase()));
  return one.affectedResources.filter((name) => theirs.has(name.toLowerCase()));
};

/** Whether two changes are under way at the same time; one that ends as the other begins is not. */
const meet = (one: Planned, other: Planned): boolean =>
  one.plannedStartTime < other.plannedFinishTime && other.plannedStartTime < one.plannedFinishTime;

/** The changes, ordered by start, with those of the same tenant that touch a resource of theirs at the same time. */
export const withOverlaps = (changes: readonly Planned[]): PlannedChange[] => {
  const overlaps = new Map<number, PlannedChange['overlaps']>(changes.map(({ workUnitId }) => [workUnitId, []]));
  changes.forEach((one, index) => {
    for (const other of changes.slice(index + 1)) {
      if (other.plannedStartTime >= one.plannedFinishTime) break;
      const resources = one.tenantId === other.tenantId && meet(one, other) ? shared(one, other) : [];
      if (resources.length === 0) continue;
      overlaps.get(one.workUnitId)?.push({ workUnitId: other.workUnitId, resources });
      overlaps.get(other.workUnitId)?.push({ workUnitId: one.workUnitId, resources });
    }
  });
  return changes.map((change) => ({ ...change, overlaps: overlaps.get(change.workUnitId) ?? [] }));
};
