import type { RuleAggregation } from '@cfs/contracts/rule-aggregations';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { findLocationNames } from '../../locations/find-location-names.ts';
import { findBucketPackets, type BucketPacket } from '../../packets/history/find-last-packets.ts';
import { truthOf, type CompiledAlternative, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { GroupFacts, RuleSubject } from '../evaluation/rule-subject.ts';
import { compileAggregation, factsOfTotals, noTotals } from './aggregate-bucket.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** Operands that select the entities of a group instead of testing the group itself. */
const entityOperands: ReadonlySet<number> = new Set([6, 9, 20, 21]);

interface Group {
  readonly groupId: string;
  readonly name: string | undefined;
}

const findDevices = (db: ScopedDatabase, tenantId: string) =>
  db
    .selectFrom('devices')
    .select(['device_id', 'name', 'location_id', 'subscription_id'])
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', false)
    .orderBy('device_id')
    .execute();

/** The properties that determine the group of an entity. */
type GroupedEntity = Pick<RuleSubject, 'entityId' | 'deviceId' | 'subscriptionId'>;

/** The device that sends the packets of an entity: a device sends its own. */
const deviceOf = ({ entityId, deviceId }: GroupedEntity): string => deviceId ?? entityId;

/** Reads the groups of a tenant. `groupOf` returns the group of an entity. */
export const findGroups = async (
  { snapshot }: Pick<Services, 'snapshot'>,
  db: ScopedDatabase,
  tenantId: string,
  groupBy: RuleAggregation['GroupBy'],
  within: string | null,
) => {
  const { tenants, subscriptions } = await snapshot.current();
  const isWithin = (subscriptionId: string | undefined): boolean => within === null || within === subscriptionId;
  if (groupBy === 'Tenant') {
    const groups: Group[] = [{ groupId: tenantId, name: tenants.get(tenantId)?.name }];
    return { groups, groupOf: () => tenantId };
  }
  if (groupBy === 'Subscription') {
    const groups = [...subscriptions.values()]
      .filter((each) => each.tenantId === tenantId && isWithin(each.subscriptionId))
      .map(({ subscriptionId, name }): Group => ({ groupId: subscriptionId, name }));
    return { groups, groupOf: ({ subscriptionId }: GroupedEntity) => subscriptionId };
  }
  const devices = (await findDevices(db, tenantId)).filter((device) => isWithin(device.subscription_id));
  if (groupBy === 'Device') {
    const ids = new Set(devices.map((device) => device.device_id));
    const groups = devices.map(({ device_id, name }): Group => ({ groupId: device_id, name }));
    return {
      groups,
      groupOf: (entity: GroupedEntity) => {
        const deviceId = deviceOf(entity);
        return ids.has(deviceId) ? deviceId : undefined;
      },
    };
  }
  const locations = new Map(devices.map((device) => [device.device_id, device.location_id ?? undefined]));
  const ids = [...new Set(locations.values())].filter((id) => id !== undefined).sort();
  const names = await findLocationNames(db, tenantId, ids);
  return {
    groups: ids.map((groupId): Group => ({ groupId, name: names.get(groupId) })),
    groupOf: (entity: GroupedEntity) => locations.get(deviceOf(entity)),
  };
};

/** Whether a condition selects the entities of a group. */
export const isOfEntity = ({ condition }: CompiledAlternative['conditions'][number]): boolean =>
  entityOperands.has(condition.LeftOperand);

/** A span of time, excluding its end. */
export interface Bucket {
  readonly from: Date;
  readonly to: Date;
}

/** The groups of a tenant with the last packets that their entities sent in a bucket. */
export interface BucketGroups {
  readonly groups: readonly Group[];
  readonly groupOf: (entity: GroupedEntity) => string | undefined;
  /** The facts that an alternative evaluates: those of the group, over the entities that its conditions select. */
  readonly factsOf: (groupId: string, alternative: CompiledAlternative) => GroupFacts;
}

/** Reads the samples of a bucket by group. */
export const readBucket = async (
  services: Pick<Services, 'snapshot'>,
  db: ScopedDatabase,
  compiled: CompiledRule,
  aggregation: RuleAggregation,
  tenantId: string,
  { from, to }: Bucket,
): Promise<BucketGroups> => {
  const packets = await findBucketPackets(db, tenantId, from, to);
  const facts = await readEntityFacts(
    db,
    packets.map(({ entityId }) => ({ tenantId, entityId })),
  );
  const toSubject = ({ entityId, message }: BucketPacket): RuleSubject => {
    const fact = facts.of(tenantId, entityId);
    return {
      timestamp: to,
      message,
      ...subjectEntity({ tenantId, entityId }, fact),
    };
  };
  const subjects = packets.map(toSubject).filter((subject) => compiled.isInScope(subject));
  const { groups, groupOf } = await findGroups(
    services,
    db,
    tenantId,
    aggregation.GroupBy,
    compiled.rule.subscriptionId,
  );
  const byGroup = Map.groupBy(subjects, groupOf);
  const aggregate = compileAggregation(aggregation);
  return {
    groups,
    groupOf,
    factsOf(groupId, { conditions }) {
      const choosing = conditions.filter(isOfEntity);
      const totals = noTotals();
      for (const subject of byGroup.get(groupId) ?? [])
        if (truthOf(choosing, subject, undefined) === true) aggregate(totals, subject.message);
      return factsOfTotals(totals);
    },
  };
};
