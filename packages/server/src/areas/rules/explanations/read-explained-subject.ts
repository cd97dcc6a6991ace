import { ruleTypes } from '@cfs/contracts/rule-types';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { findBlockCreation, readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { readPacketsWithin } from '../../packets/history/packet-history.ts';
import { readLastBucket } from '../aggregation/read-last-bucket.ts';
import { readActiveRules } from '../correlation/read-active-rules.ts';
import { absenceSubject } from '../evaluation/absence-subject.ts';
import { absencesOf, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { GroupFacts, RuleSubject } from '../evaluation/rule-subject.ts';
import { wasWatched } from '../evaluation/was-watched.ts';
import { maximumChainDepth } from '../matches/chain-ends.ts';
import { skipsUnit } from '../work-units/skips-unit.ts';
import type { RuledUnit } from '../work-units/queue-unit-evaluation.ts';
import { readPacketPast } from './read-packet-past.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** The entity for which a rule is explained. */
export interface ExplainedEntity {
  readonly tenantId: string;
  /** An entity, a group, or the internal id of a work unit. */
  readonly entityId: string;
}

/** A subject, or the reason why there is none. */
export interface ExplainedSubject {
  readonly subject: RuleSubject | undefined;
  /** The subject of a match of the rule if it is not the entity: its device, group or tenant. */
  readonly subjectId?: string;
  /** For Aggregation, the facts that each alternative evaluates. */
  readonly groups?: readonly GroupFacts[] | undefined;
  /** Whether it has never sent a packet, so that the time since the creation of its block is evaluated. */
  readonly isUnsent?: boolean;
  /** Why the alternatives that evaluate a packet do not evaluate this one. */
  readonly passedOver?: string | undefined;
  /** Why there is no subject, or other reasons why no alternative holds. */
  readonly reasons: readonly string[];
}

/** Reads the work unit with an internal id; `undefined` if there is none. */
export type ReadRuledUnit = (
  db: ScopedDatabase,
  tenantId: string,
  internalWorkUnitId: string,
) => Promise<RuledUnit | undefined>;

type Needs = Pick<Services, 'snapshot'>;

const readEntity = async (
  db: ScopedDatabase,
  { tenantId, entityId }: ExplainedEntity,
  now: Date,
): Promise<RuleSubject> => {
  const fact = (await readEntityFacts(db, [{ tenantId, entityId }])).of(tenantId, entityId);
  return {
    ...subjectEntity({ tenantId, entityId }, fact),
    timestamp: now,
    message: {},
  };
};

const noPacket = 'No packet of this entity has been received.';
const latePacket = 'The packet arrived more than 5 minutes late: rules ignore it.';

const readPacketSubject = async (
  db: ScopedDatabase,
  compiled: CompiledRule,
  entity: ExplainedEntity,
  now: Date,
): Promise<ExplainedSubject> => {
  const known = await readEntity(db, entity, now);
  const [packet] = await readPacketsWithin(db, entity, { limit: 1 });
  if (!packet) {
    const hasAbsence = absencesOf(compiled).length > 0;
    const created = hasAbsence ? await findBlockCreation(db, entity.tenantId, entity.entityId) : undefined;
    if (!created) return { subject: undefined, reasons: [noPacket] };
    const subject = absenceSubject({ ...known, timestamp: created }, now.getTime());
    return { subject, isUnsent: true, passedOver: noPacket, reasons: [] };
  }
  const { timestamp, receivedAt, message } = packet;
  const history = await readPacketPast(db, compiled, entity, timestamp, timestamp);
  const came = { time: timestamp.getTime(), receivedAt: receivedAt.getTime() };
  return {
    subject: absenceSubject({ ...known, timestamp, message, history }, now.getTime()),
    passedOver: wasWatched(came, known.deviceId !== undefined) ? undefined : latePacket,
    reasons: [],
  };
};

const readUnitSubject = async (
  db: ScopedDatabase,
  readRuledUnit: ReadRuledUnit,
  compiled: CompiledRule,
  { tenantId, entityId }: ExplainedEntity,
  now: Date,
): Promise<ExplainedSubject> => {
  const unit = await readRuledUnit(db, tenantId, entityId);
  if (!unit) return { subject: undefined, reasons: ['There is no work unit with this internal id.'] };
  const subject = {
    tenantId,
    entityId,
    timestamp: now,
    message: {},
    deviceId: undefined,
    subscriptionId: undefined,
    entityName: unit.facts.title,
    workUnit: unit.facts,
  };
  const reasons = [
    ...(skipsUnit(compiled, unit)
      ? ['The rule created the work unit itself and ignores the work units that it creates.']
      : []),
    ...(unit.depth > maximumChainDepth
      ? [`A chain of rules led to the work unit: a chain has at most ${maximumChainDepth} matches.`]
      : []),
  ];
  return { subject, reasons };
};

/** The rules whose matches about the entity are open. */
const findOpenRules = async (db: ScopedDatabase, { tenantId, entityId }: ExplainedEntity): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('rule_matches')
    .select('rule_id')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', entityId)
    .where('ended', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.rule_id));
};

/**
 * Reads the current input of a rule about an entity, as evaluation would receive it
 * (docs/reference/rule-matches.md#explanations).
 */
export const readExplainedSubject = async (
  services: Needs,
  db: ScopedDatabase,
  readRuledUnit: ReadRuledUnit,
  compiled: CompiledRule,
  entity: ExplainedEntity,
  now: Date,
): Promise<ExplainedSubject> => {
  switch (compiled.rule.ruleTypeId) {
    case ruleTypes.WorkUnit:
      return readUnitSubject(db, readRuledUnit, compiled, entity, now);
    case ruleTypes.Correlation: {
      const { activeRules, isOrdered, subjectId } = await readActiveRules(db, compiled, entity, now);
      const subject = { ...(await readEntity(db, entity, now)), activeRules };
      const reasons = isOrdered ? [] : ['The matches did not begin in the order of the conditions.'];
      return { subject, subjectId, reasons };
    }
    case ruleTypes.Maintenance:
      return {
        subject: { ...(await readEntity(db, entity, now)), activeRules: await findOpenRules(db, entity) },
        reasons: [],
      };
    case ruleTypes.Aggregation: {
      const bucket = await readLastBucket(services, db, compiled, entity, now);
      const subject = await readEntity(db, entity, now);
      if (!bucket) return { subject, reasons: ['The entity belongs to no group of the rule.'] };
      return { subject, subjectId: bucket.groupId, groups: bucket.facts, reasons: [] };
    }
    default:
      return readPacketSubject(db, compiled, entity, now);
  }
};
