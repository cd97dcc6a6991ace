import { bucketDelayMilliseconds, type RuleAggregation } from '@cfs/contracts/rule-aggregations';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { readBlockFacts } from '../../blocks/read-block-facts.ts';
import { findBucketPackets, type BucketPacket } from '../../packets/find-last-packets.ts';
import { countAndApply } from '../count-and-apply.ts';
import { truthOf, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { holdMemories } from '../occurrences/hold-memories.ts';
import type { RuleEvaluations } from '../occurrences/count-evaluations.ts';
import { findTimedRule } from '../timers/find-timed-rule.ts';
import { forgetProgress, readProgress, storeProgress } from '../timers/rule-progress.ts';
import { compileAggregation } from './aggregate-bucket.ts';

/** Operands that choose the entities of a group rather than speak of the group. */
const entityOperands: ReadonlySet<number> = new Set([6, 9, 20, 21]);

interface Group {
  readonly groupId: string;
  readonly name: string | undefined;
}

type Needs = Pick<Services, 'work' | 'gate' | 'clock' | 'log' | 'metrics' | 'snapshot'>;

const findDevices = (db: ScopedDatabase, tenantId: string) =>
  db
    .selectFrom('devices')
    .select(['device_id', 'name', 'location_id', 'subscription_id'])
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', false)
    .orderBy('device_id')
    .execute();

/** The groups of a tenant, and the group of an entity. */
const findGroups = async (
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
    return { groups, groupOf: (_: string, subscriptionId: string | undefined) => subscriptionId };
  }
  const devices = (await findDevices(db, tenantId)).filter((device) => isWithin(device.subscription_id));
  if (groupBy === 'Device') {
    const ids = new Set(devices.map((device) => device.device_id));
    const groups = devices.map(({ device_id, name }): Group => ({ groupId: device_id, name }));
    return { groups, groupOf: (entityId: string) => (ids.has(entityId) ? entityId : undefined) };
  }
  const locations = new Map(devices.map((device) => [device.device_id, device.location_id ?? undefined]));
  const ids = [...new Set(locations.values())].filter((id) => id !== undefined).sort();
  return {
    groups: ids.map((groupId): Group => ({ groupId, name: undefined })),
    groupOf: (entityId: string) => locations.get(entityId),
  };
};

/** What the rule says of each group of a tenant in one bucket. */
const evaluateBucket = async (
  services: Needs,
  db: ScopedDatabase,
  compiled: CompiledRule,
  aggregation: RuleAggregation,
  tenantId: string,
  bucket: { readonly from: Date; readonly to: Date },
): Promise<RuleEvaluations[]> => {
  // What a bucket says is known, and begins a match, once packets are no longer on time for it.
  const time = bucket.to.getTime() + bucketDelayMilliseconds;
  if (!compiled.isInTime(time)) return [];
  const packets = await findBucketPackets(db, tenantId, bucket.from, bucket.to);
  const facts = await readBlockFacts(
    db,
    packets.map(({ entityId }) => ({ tenantId, entityId })),
  );
  const toSubject = ({ entityId, message }: BucketPacket): RuleSubject => {
    const fact = facts.of(tenantId, entityId);
    return {
      tenantId,
      entityId,
      timestamp: bucket.to,
      message,
      deviceId: fact?.isDevice ? entityId : undefined,
      subscriptionId: fact?.subscriptionId,
      entityName: fact?.name,
    };
  };
  const subjects = packets.map(toSubject).filter((subject) => compiled.encloses(subject));
  const { groups, groupOf } = await findGroups(
    services,
    db,
    tenantId,
    aggregation.GroupBy,
    compiled.rule.subscriptionId,
  );
  const byGroup = Map.groupBy(subjects, ({ entityId, subscriptionId }) => groupOf(entityId, subscriptionId));
  const aggregate = compileAggregation(aggregation);
  return groups.map(({ groupId, name }): RuleEvaluations => {
    const input: RuleSubject = {
      tenantId,
      entityId: groupId,
      timestamp: new Date(time),
      message: {},
      deviceId: undefined,
      subscriptionId: undefined,
      entityName: name,
    };
    const truths = compiled.alternatives.map(({ conditions }) => {
      const isOfEntity = ({ condition }: (typeof conditions)[number]) => entityOperands.has(condition.LeftOperand);
      const ofEntity = conditions.filter(isOfEntity);
      const samples = (byGroup.get(groupId) ?? []).filter((subject) => truthOf(ofEntity, subject, undefined) === true);
      const group = aggregate(samples.map(({ message }) => message));
      return truthOf(
        conditions.filter((each) => !isOfEntity(each)),
        { ...input, group },
        undefined,
      );
    });
    return {
      tenantId,
      subjectId: groupId,
      compiled,
      evaluations: [{ time, truths, input }],
      packets: undefined,
      depth: 0,
    };
  });
};

/**
 * Evaluates the bucket of an Aggregation rule that is due, and answers when the next is
 * (docs/reference/rules.md#aggregation). How far it has got is stored with the hits, so that each bucket is evaluated once,
 * whichever node fires the timer; after an outage the missed buckets follow one after the other.
 */
export const followAggregation: TimerHandler<Needs> = async (db, { context }, timer, services) => {
  const key = { tenantId: timer.tenantId, ruleId: timer.key };
  const timed = await findTimedRule(services, db, timer);
  const aggregation = timed?.compiled.rule.aggregation;
  const length = (parseTimeSpan(aggregation?.Bucket ?? '') ?? 0) * 1_000;
  if (!timed || !aggregation || length === 0) {
    await forgetProgress(db, key);
    return undefined;
  }
  const { compiled, tenantIds, rulesOf } = timed;
  const now = context.clock.now();
  // The first bucket is the one in which the rule begins to run.
  const begin = Math.floor(now.getTime() / length) * length;
  const reached = (await readProgress(db, key))?.getTime() ?? begin;
  const from = Math.floor(reached / length) * length;
  const end = from + length;
  const due = end + bucketDelayMilliseconds;
  if (due > now.getTime()) {
    await storeProgress(db, { ...key, reached: new Date(from) }, now, 0);
    return new Date(due);
  }
  for (const tenantId of tenantIds) {
    const bucket = { from: new Date(from), to: new Date(end) };
    const evaluated = await evaluateBucket(services, db, compiled, aggregation, tenantId, bucket);
    const memories = await holdMemories(
      db,
      compiled.counts ? evaluated.map(({ subjectId }) => ({ tenantId, subjectId })) : [],
    );
    await countAndApply(services, db, context, rulesOf, evaluated, memories);
  }
  await storeProgress(db, { ...key, reached: new Date(end) }, now, now.getTime() - due);
  return new Date(due + length);
};
