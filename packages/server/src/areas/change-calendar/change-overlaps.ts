import { overlapLimit, type PlannedChange } from '@cfs/contracts/change-calendar';
import { nameKey, type AffectedResource } from './affected-resource.ts';
import type { Planned, PlannedFields } from './planned-change.ts';

type Overlaps = PlannedChange['overlaps'];

/**
 * A change with the changes that it clashes with, each with the shared resources by the names that this change uses.
 */
interface Entry {
  readonly change: PlannedFields;
  readonly clashes: Map<Entry, Set<string>>;
}

/** A change that is under way and names a resource. */
interface Naming {
  readonly entry: Entry;
  readonly name: string;
}

const add = ({ clashes }: Entry, other: Entry, name: string): void => {
  const shared = clashes.get(other);
  if (shared) shared.add(name);
  else if (clashes.size < overlapLimit) clashes.set(other, new Set([name]));
};

/**
 * Removes the entry that ends first if the limit is exceeded. It was compared with all others: its overlaps are
 * complete.
 */
const withinLimit = (namings: readonly Naming[]): readonly Naming[] => {
  if (namings.length <= overlapLimit) return namings;
  const first = namings.reduce((one, other) =>
    other.entry.change.plannedFinishTime < one.entry.change.plannedFinishTime ? other : one,
  );
  return namings.filter((naming) => naming !== first);
};

const setsOf = (pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map([...Map.groupBy(pairs, ([key]) => key)].map(([key, all]) => [key, new Set(all.map(([, value]) => value))]));

const entityKey = (tenantId: string, entity: string): string => `${tenantId} ${entity}`;
const bareKey = (tenantId: string, name: string): string => `${tenantId} = ${name}`;

interface Keys {
  /** The key of resources that are certainly the same. */
  readonly own: string;
  /** The keys of other resources that may be the same. */
  readonly others: readonly string[];
}

/**
 * Returns a function for the keys of a tenant's resources. Two resources with kind and id are compared by these alone;
 * a bare name matches every resource that any of the changes calls by that name.
 */
const resourceKeys = (planned: readonly Planned[]) => {
  const pairs = planned.flatMap(({ change: { tenantId }, resources }) =>
    resources.flatMap((resource) =>
      resource.entity === undefined
        ? []
        : [[bareKey(tenantId, nameKey(resource)), entityKey(tenantId, resource.entity)] as const],
    ),
  );
  const entitiesOf = setsOf(pairs);
  const namesOf = setsOf(pairs.map(([name, entity]) => [entity, name]));
  return (tenantId: string, resource: AffectedResource): Keys => {
    const bare = bareKey(tenantId, nameKey(resource));
    if (resource.entity === undefined) return { own: bare, others: [...(entitiesOf.get(bare) ?? [])] };
    const own = entityKey(tenantId, resource.entity);
    return { own, others: [...(namesOf.get(own) ?? [])] };
  };
};

/**
 * Returns which of the changes, ordered by start, affect a resource of the same tenant at the same time; a change that
 * ends when another one begins does not clash with it. The result is keyed by the id of the work unit, with up to
 * {@link overlapLimit} clashes for each: a pair is left out only if both have that many. Each change is compared by
 * resource with those that are still under way, so that the cost per change does not grow with their number.
 */
export const overlapsOf = (planned: readonly Planned[]): ReadonlyMap<number, Overlaps> => {
  const keysOf = resourceKeys(planned);
  const underWay = new Map<string, readonly Naming[]>();
  const entries = planned.map(({ change, resources }) => {
    const { plannedStartTime, plannedFinishTime, tenantId } = change;
    const entry: Entry = { change, clashes: new Map() };
    const stillUnderWay = (key: string): readonly Naming[] =>
      (underWay.get(key) ?? []).filter((naming) => naming.entry.change.plannedFinishTime > plannedStartTime);
    for (const resource of resources) {
      const { own, others } = keysOf(tenantId, resource);
      const alike = stillUnderWay(own);
      for (const other of [...alike, ...others.flatMap(stillUnderWay)]) {
        if (other.entry === entry || other.entry.change.plannedStartTime >= plannedFinishTime) continue;
        add(other.entry, entry, other.name);
        add(entry, other.entry, resource.name);
      }
      underWay.set(own, withinLimit([...alike, { entry, name: resource.name }]));
    }
    return entry;
  });
  return new Map(
    entries.map(({ change, clashes }) => [
      change.workUnitId,
      [...clashes].map(([other, names]) => ({ workUnitId: other.change.workUnitId, resources: [...names] })),
    ]),
  );
};
