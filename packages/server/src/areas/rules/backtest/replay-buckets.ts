import { performance } from 'node:perf_hooks';
import { parsePacketField } from '@cfs/contracts/packet-field';
import type { PacketMessage } from '@cfs/contracts/packets';
import { bucketDelayMilliseconds, type RuleAggregation } from '@cfs/contracts/rule-aggregations';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import type { EntityFact } from '../../blocks/read-entity-facts.ts';
import { historyStatement, type HistoryPacket } from '../../packets/history/history-statement.ts';
import { compileAggregation, factsOfTotals, noTotals, type BucketTotals } from '../aggregation/aggregate-bucket.ts';
import { groupTruths } from '../aggregation/group-truths.ts';
import { findGroups, isOfEntity } from '../aggregation/read-bucket.ts';
import { truthOf, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import type { MatchComparison } from './compare-matches.ts';
import { followMatches, type ReplayedMatch } from './follow-matches.ts';
import { createTimeSlices } from './time-slices.ts';
import {
  backtestScope,
  entitiesIn,
  factsOf,
  maxPackets,
  readAhead,
  type EntityPackets,
  type Period,
  type ReplayCost,
  type TestedRules,
} from './replay-packets.ts';
import { tooMuch } from './too-much.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** Most totals in memory, each of one group in one bucket. */
const maxTotals = 500_000;

/** Whether the aggregation needs only the value of each packet. */
const usesValueAlone = ({ Field, Where }: RuleAggregation): boolean =>
  [Field, Where?.Field ?? ''].every((name) => (parsePacketField(name)?.group ?? 'Value') === 'Value');

type Groups = Awaited<ReturnType<typeof findGroups>>;

/** The count and share of a bucket as text, for the list of hits. */
const valueOf = ({ group }: RuleSubject): string | null => {
  if (!group) return null;
  const { count, share } = group;
  return share === undefined ? `Count ${count}` : `Count ${count}, Share ${Number(share.toPrecision(3))}`;
};

/** Collects the buckets of one rule, then follows the matches of each group. */
const createBuckets = (
  compiled: CompiledRule,
  aggregation: RuleAggregation,
  groups: Groups,
  period: Period,
  readMessage: (json: HistoryPacket['json']) => PacketMessage,
) => {
  const length = (parseTimeSpan(aggregation.Bucket) ?? 0) * 1_000;
  const aggregate = compileAggregation(aggregation);
  const choosing = compiled.alternatives.map(({ conditions }) => conditions.filter(isOfEntity));
  const totals = new Map<string, Map<number, readonly BucketTotals[]>>();
  // A bucket is evaluated `bucketDelayMilliseconds` after its end; this time lies in the period.
  const first = Math.floor((period.from - bucketDelayMilliseconds) / length);
  const last = Math.floor((period.to - bucketDelayMilliseconds) / length) - 1;
  let held = 0;

  const totalsOf = (groupId: string, bucket: number): readonly BucketTotals[] => {
    const ofGroup = totals.get(groupId) ?? new Map<number, readonly BucketTotals[]>();
    totals.set(groupId, ofGroup);
    const known = ofGroup.get(bucket);
    if (known) return known;
    held += choosing.length;
    if (held > maxTotals) throw tooMuch('There are too many groups and buckets.');
    const made = choosing.map(noTotals);
    ofGroup.set(bucket, made);
    return made;
  };

  return {
    /**
     * Adds the packets of an entity, sorted by time: for each bucket the last one that had arrived when it was
     * evaluated. Returns their number.
     */
    take({ packets }: EntityPackets, subject: RuleSubject): number {
      if (!compiled.isInScope(subject)) return 0;
      const groupId = groups.groupOf(subject);
      if (groupId === undefined) return 0;
      const samples = new Map<number, HistoryPacket>();
      for (const packet of packets) {
        const bucket = Math.floor(packet.time / length);
        if (bucket < first || bucket > last) continue;
        if (packet.receivedAt <= (bucket + 1) * length + bucketDelayMilliseconds) samples.set(bucket, packet);
      }
      for (const [bucket, { json }] of samples) {
        const sample = { ...subject, message: readMessage(json) };
        const ofBucket = totalsOf(groupId, bucket);
        choosing.forEach((conditions, index) => {
          const total = ofBucket[index];
          if (total && truthOf(conditions, sample, undefined) === true) aggregate(total, sample.message);
        });
      }
      return samples.size;
    },
    /** The matches of a group. */
    async follow(tenantId: string, groupId: string, pass: () => Promise<void> | undefined) {
      const follower = followMatches<RuleSubject>(compiled, groupId, valueOf);
      const ofGroup = totals.get(groupId);
      for (let bucket = first; bucket <= last; bucket += 1) {
        const pause = pass();
        if (pause) await pause;
        const time = (bucket + 1) * length + bucketDelayMilliseconds;
        const ofBucket = ofGroup?.get(bucket);
        const facts = choosing.map((_, index) => factsOfTotals(ofBucket?.[index] ?? noTotals()));
        const input = { tenantId, entityId: groupId, timestamp: new Date(time), message: {} };
        const subject: RuleSubject = {
          ...input,
          deviceId: undefined,
          subscriptionId: undefined,
          entityName: undefined,
          ...(facts[0] ? { group: facts[0] } : {}),
        };
        follower.evaluate(
          subject,
          groupTruths(compiled, subject, (_, index) => facts[index]),
          time,
        );
      }
      return follower.finish(period.to);
    },
    length,
  };
};

const subjectOf = (tenantId: string, { entityId }: EntityPackets, fact: EntityFact | undefined): RuleSubject => ({
  ...subjectEntity({ tenantId, entityId }, fact),
  timestamp: new Date(0),
  message: {},
});

/**
 * Replays Aggregation rules: aggregates the stored packets by bucket and group, then follows each group through all
 * buckets of the period.
 */
export const replayBuckets = async (
  { gate, snapshot }: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  { tenantId, edited, saved }: TestedRules,
  period: Period,
  comparison: MatchComparison,
  signal: AbortSignal,
): Promise<ReplayCost> => {
  const slices = createTimeSlices(signal);
  const valueAlone = [edited, saved].every((each) => !each?.rule.aggregation || usesValueAlone(each.rule.aggregation));
  const readMessage = (json: HistoryPacket['json']): PacketMessage => {
    const read: unknown = typeof json === 'number' ? json : JSON.parse(json);
    return valueAlone ? { Value: read as NonNullable<PacketMessage['Value']> | null } : (read as PacketMessage);
  };
  const bucketsOf = async (compiled: CompiledRule | undefined) => {
    const aggregation = compiled?.rule.aggregation;
    if (!compiled || !aggregation) return undefined;
    const groups = await gate.read(context, backtestScope, (db) =>
      findGroups({ snapshot }, db, tenantId, aggregation.GroupBy, compiled.rule.subscriptionId),
    );
    return { groups: groups.groups, ...createBuckets(compiled, aggregation, groups, period, readMessage) };
  };
  const [ofEdited, ofSaved] = [await bucketsOf(edited), await bucketsOf(saved)];
  let packets = 0;
  let milliseconds = 0;
  const longest = Math.max(ofEdited?.length ?? 0, ofSaved?.length ?? 0);
  const query = {
    tenantId,
    from: period.from - longest - bucketDelayMilliseconds,
    to: period.to,
    entityIds: undefined,
    needsValueAlone: valueAlone,
    maxPacketsOfDay: maxPackets,
  };
  await gate.readStream(context, backtestScope, historyStatement(query), signal, async (pieces) => {
    for await (const entities of entitiesIn(readAhead(pieces))) {
      const factOf = await factsOf(gate, context, tenantId, entities);
      for (const entity of entities) {
        const pause = slices.pass();
        if (pause) await pause;
        const subject = subjectOf(tenantId, entity, factOf(entity.entityId));
        const started = performance.now();
        packets += ofEdited?.take(entity, subject) ?? 0;
        milliseconds += performance.now() - started;
        ofSaved?.take(entity, subject);
      }
    }
  });
  const names = new Map(
    [...(ofSaved?.groups ?? []), ...(ofEdited?.groups ?? [])].map(({ groupId, name }) => [groupId, name ?? groupId]),
  );
  const isGroupOf = (buckets: typeof ofEdited, groupId: string): boolean =>
    buckets?.groups.some((group) => group.groupId === groupId) === true;
  for (const [groupId, name] of names) {
    const follow = (buckets: typeof ofEdited): Promise<readonly ReplayedMatch[]> =>
      buckets && isGroupOf(buckets, groupId) ? buckets.follow(tenantId, groupId, slices.pass) : Promise.resolve([]);
    comparison.add(name, await follow(ofEdited), await follow(ofSaved));
  }
  return { packets, milliseconds, isComplete: true };
};
