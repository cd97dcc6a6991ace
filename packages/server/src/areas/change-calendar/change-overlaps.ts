import { overlapLimit, type PlannedChange } from '@cfs/contracts/change-calendar';
import type { Planned } from './planned-change.ts';

type Overlaps = PlannedChange['overlaps'];

/** A change with the changes that it clashes with and the resources that they share. */
interface Entry {
  readonly change: Planned;
  readonly clashes: Map<Entry, string[]>;
}

const add = ({ clashes }: Entry, other: Entry, resource: string): void => {
  const shared = clashes.get(other);
  if (shared) shared.push(resource);
  else if (clashes.size < overlapLimit) clashes.set(other, [resource]);
};

/** Takes one away beyond the limit: that which ends first. It has met all the others, so its overlaps are complete. */
const withinLimit = (entries: readonly Entry[]): readonly Entry[] => {
  if (entries.length <= overlapLimit) return entries;
  const first = entries.reduce((one, other) =>
    other.change.plannedFinishTime < one.change.plannedFinishTime ? other : one,
  );
  return entries.filter((entry) => entry !== first);
};

/**
 * Which of the changes, ordered by start, touch a resource of the same tenant at the same time; one that ends as the
 * other begins does not. By the ids of the units, {@link overlapLimit} for each: a pair is left out only where both
 * have as many. Changes are compared by resource with those that are still under way, so many cost no more than few.
 */
export const overlapsOf = (changes: readonly Planned[]): ReadonlyMap<number, Overlaps> => {
  const underWay = new Map<string, readonly Entry[]>();
  const entries = changes.map((change): Entry => ({ change, clashes: new Map() }));
  for (const entry of entries) {
    const { plannedStartTime, plannedFinishTime, tenantId, affectedResources } = entry.change;
    for (const resource of affectedResources) {
      const key = `${tenantId} ${resource.toLowerCase()}`;
      const others = (underWay.get(key) ?? []).filter(({ change }) => change.plannedFinishTime > plannedStartTime);
      for (const other of others) {
        if (other.change.plannedStartTime >= plannedFinishTime) continue;
        add(other, entry, resource);
        add(entry, other, resource);
      }
      underWay.set(key, withinLimit([...others, entry]));
    }
  }
  return new Map(
    entries.map(({ change, clashes }) => [
      change.workUnitId,
      [...clashes].map(([other, resources]) => ({ workUnitId: other.change.workUnitId, resources })),
    ]),
  );
};
