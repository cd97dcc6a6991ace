import type { MatchGroup } from '@cfs/contracts/rule-storms';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';

interface GroupedSubject {
  readonly tenantId: string;
  readonly subjectId: string;
  readonly groupBy: MatchGroup | null;
}

/** A device of a tenant. */
interface DeviceKey {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** The locations of devices, by the device's id. */
const findLocations = async (
  db: ScopedDatabase,
  devices: readonly DeviceKey[],
): Promise<ReadonlyMap<string, string>> => {
  if (devices.length === 0) return new Map();
  const rows = await db
    .selectFrom('devices as device')
    .innerJoin(recordSet('wanted', { tenantId: 'uuid', deviceId: 'uuid' }, devices), (join) =>
      join.onRef('wanted.tenantId', '=', 'device.tenant_id').onRef('wanted.deviceId', '=', 'device.device_id'),
    )
    .select(['device.device_id', 'device.location_id'])
    .execute();
  return new Map(rows.flatMap((row) => (row.location_id === null ? [] : [[row.device_id, row.location_id]])));
};

/**
 * The id of the group of each subject: the location of its device, or its subscription; `undefined` if it has none or
 * is not grouped.
 */
export const findGroupIds = async (
  db: ScopedDatabase,
  subjects: readonly GroupedSubject[],
): Promise<readonly (string | undefined)[]> => {
  const facts = await readEntityFacts(
    db,
    subjects
      .filter(({ groupBy }) => groupBy !== null)
      .map(({ tenantId, subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  const deviceOf = ({ tenantId, subjectId }: GroupedSubject): string =>
    facts.of(tenantId, subjectId)?.deviceId ?? subjectId;
  const locations = await findLocations(
    db,
    subjects
      .filter(({ groupBy }) => groupBy === 'Location')
      .map((subject) => ({ tenantId: subject.tenantId, deviceId: deviceOf(subject) })),
  );
  return subjects.map((subject) => {
    const { tenantId, subjectId, groupBy } = subject;
    if (groupBy === 'Location') return locations.get(deviceOf(subject));
    return groupBy === 'Subscription' ? facts.of(tenantId, subjectId)?.subscriptionId : undefined;
  });
};
