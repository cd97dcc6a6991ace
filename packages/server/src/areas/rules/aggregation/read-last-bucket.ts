import { bucketDelayMilliseconds } from '@cfs/contracts/rule-aggregations';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { GroupFacts } from '../evaluation/rule-subject.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';
import { readBucket } from './read-bucket.ts';

/** The facts about one group that an Aggregation rule evaluates. */
export interface LastBucket {
  readonly groupId: string;
  /** One entry for each alternative. */
  readonly facts: readonly GroupFacts[];
}

/**
 * Reads the facts that each alternative of an Aggregation rule evaluates in the last bucket that was due, for the group
 * with the id or the group of the entity with the id. Resolves with `undefined` if the id has no group.
 */
export const readLastBucket = async (
  services: Pick<Services, 'snapshot'>,
  db: ScopedDatabase,
  compiled: CompiledRule,
  { tenantId, entityId }: { readonly tenantId: string; readonly entityId: string },
  now: Date,
): Promise<LastBucket | undefined> => {
  const { aggregation } = compiled.rule;
  const length = (parseTimeSpan(aggregation?.Bucket ?? '') ?? 0) * 1_000;
  if (!aggregation || length === 0) return undefined;
  const to = Math.floor((now.getTime() - bucketDelayMilliseconds) / length) * length;
  const bucket = { from: new Date(to - length), to: new Date(to) };
  const { groups, groupOf, factsOf } = await readBucket(services, db, compiled, aggregation, tenantId, bucket);
  const fact = (await readEntityFacts(db, [{ tenantId, entityId }])).of(tenantId, entityId);
  const isGroup = groups.some(({ groupId }) => groupId === entityId);
  const groupId = isGroup ? entityId : groupOf(subjectEntity({ tenantId, entityId }, fact));
  if (groupId === undefined) return undefined;
  return { groupId, facts: compiled.alternatives.map((alternative) => factsOf(groupId, alternative)) };
};
