import type { MatchGroup } from '@cfs/contracts/rule-storms';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';

interface GroupedSubject {
  readonly tenantId: string;
  readonly subjectId: string;
  readonly groupBy: MatchGroup | null;
}

const findLocations = async (
  db: ScopedDatabase,
  subjects: readonly GroupedSubject[],
): Promise<ReadonlyMap<string, string>> => {
  if (subjects.length === 0) return new Map();
  const wanted = subjects.map(({ tenantId, subjectId }) => ({ tenantId, subjectId }));
  const rows = await db
    .selectFrom('devices as device')
    .innerJoin(recordSet('wanted', { tenantId: 'uuid', subjectId: 'uuid' }, wanted), (join) =>
      join.onRef('wanted.tenantId', '=', 'device.tenant_id').onRef('wanted.subjectId', '=', 'device.device_id'),
    )
    .select(['device.device_id', 'device.location_id'])
    .execute();
  return new Map(rows.flatMap((row) => (row.location_id === null ? [] : [[row.device_id, row.location_id]])));
};

/** The location or subscription of each subject; `undefined` for one that has none or is not grouped. */
export const findGroupIds = async (
  db: ScopedDatabase,
  subjects: readonly GroupedSubject[],
): Promise<readonly (string | undefined)[]> => {
  const bySubscription = subjects.filter(({ groupBy }) => groupBy === 'Subscription');
  const locations = await findLocations(
    db,
    subjects.filter(({ groupBy }) => groupBy === 'Location'),
  );
  const facts = await readEntityFacts(
    db,
    bySubscription.map(({ tenantId, subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  return subjects.map(({ tenantId, subjectId, groupBy }) => {
    if (groupBy === 'Location') return locations.get(subjectId);
    return groupBy === 'Subscription' ? facts.of(tenantId, subjectId)?.subscriptionId : undefined;
  });
};
