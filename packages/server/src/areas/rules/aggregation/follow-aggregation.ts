import { bucketDelayMilliseconds, type RuleAggregation } from '@cfs/contracts/rule-aggregations';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { countAndApply } from '../count-and-apply.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { lockMemories } from '../occurrences/lock-memories.ts';
import type { RuleEvaluations } from '../occurrences/count-evaluations.ts';
import { findTimedRule } from '../timers/find-timed-rule.ts';
import { deleteProgress, readProgress, storeProgress } from '../timers/rule-progress.ts';
import { groupTruths } from './group-truths.ts';
import { readBucket, type Bucket } from './read-bucket.ts';

type Needs = Pick<Services, 'work' | 'gate' | 'clock' | 'log' | 'metrics' | 'snapshot'>;

/** Evaluates the rule for each group of a tenant in one bucket. */
const evaluateBucket = async (
  services: Needs,
  db: ScopedDatabase,
  compiled: CompiledRule,
  aggregation: RuleAggregation,
  tenantId: string,
  bucket: Bucket,
  isNewest: boolean,
): Promise<RuleEvaluations[]> => {
  // A bucket is complete, and can begin a match, once no packet can arrive on time for it.
  const time = bucket.to.getTime() + bucketDelayMilliseconds;
  if (!compiled.isInTime(time)) return [];
  const { groups, factsOf } = await readBucket(services, db, compiled, aggregation, tenantId, bucket);
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
    const truths = groupTruths(compiled, input, (alternative) => factsOf(groupId, alternative));
    return {
      tenantId,
      subjectId: groupId,
      compiled,
      evaluations: [{ time, truths, input, actsWhenOver: isNewest }],
      packets: undefined,
      depth: 0,
    };
  });
};

/**
 * Evaluates the bucket of an Aggregation rule that is due, and returns when the next one is due
 * (docs/reference/rules.md#aggregation). The progress is stored with the hits, so that each bucket is evaluated once,
 * whichever node fires the timer. After an outage the missed buckets follow one after the other; of those whose matches
 * are already over, only the newest runs actions.
 */
export const followAggregation: TimerHandler<Needs> = async (db, { context }, timer, services) => {
  const key = { tenantId: timer.tenantId, ruleId: timer.key };
  const timed = await findTimedRule(services, db, timer);
  const aggregation = timed?.compiled.rule.aggregation;
  const length = (parseTimeSpan(aggregation?.Bucket ?? '') ?? 0) * 1_000;
  if (!timed || !aggregation || length === 0) {
    await deleteProgress(db, key);
    return undefined;
  }
  const { compiled, tenantIds, rulesOf } = timed;
  const now = context.clock.now();
  // The first bucket is the one in which the rule starts to run.
  const begin = Math.floor(now.getTime() / length) * length;
  const reached = (await readProgress(db, key))?.getTime() ?? begin;
  const from = Math.floor(reached / length) * length;
  const end = from + length;
  const due = end + bucketDelayMilliseconds;
  if (due > now.getTime()) {
    await storeProgress(db, { ...key, reached: new Date(from) }, now, 0);
    return new Date(due);
  }
  const isNewest = due + length > now.getTime();
  for (const tenantId of tenantIds) {
    const bucket = { from: new Date(from), to: new Date(end) };
    const evaluated = await evaluateBucket(services, db, compiled, aggregation, tenantId, bucket, isNewest);
    const memories = await lockMemories(
      db,
      compiled.counts ? evaluated.map(({ subjectId }) => ({ tenantId, subjectId })) : [],
    );
    await countAndApply(services, db, context, rulesOf, evaluated, memories);
  }
  await storeProgress(db, { ...key, reached: new Date(end) }, now, now.getTime() - due);
  return new Date(due + length);
};
