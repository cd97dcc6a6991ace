import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { explainedHits, type MatchExplanation } from '@cfs/contracts/rule-explanations';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { formatTimeSpan } from '@cfs/contracts/time-span';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { Selectable } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { readPacketsWithin, type StoredPacket } from '../../packets/history/packet-history.ts';
import { compileStoredRule } from '../conditions/compile-stored-rule.ts';
import { absencesOf, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleSubject, WorkUnitFacts } from '../evaluation/rule-subject.ts';
import { expectMatch, type RuleMatchRow } from '../matches/find-match.ts';
import type { PatternThread } from '../patterns/pattern-thread.ts';
import type { RuleTable } from '../rule-table.ts';
import { findSuppressions } from '../suppression/find-suppressions.ts';
import { explainConditions, looksAtPackets } from './explain-conditions.ts';
import { nameOperands } from './name-operands.ts';
import { readPacketPast } from './read-packet-past.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

type Rule = Selectable<RuleTable>;

const scope = { permission: 'Rules:view', shared: true } as const;

/** Most packets of a match that are searched for hits, newest first. */
const lookedAtPackets = 1_000;

/** Milliseconds after which the search for hits stops. */
const budgetMilliseconds = 1_000;

/** Milliseconds of delay that do not count as late. */
const unnoticed = 60_000;

const spanText = (milliseconds: number): string => formatTimeSpan(Math.floor(milliseconds / 1_000));

/** What may have been late if a match of the rule was found after its time. */
const lateCause = (compiled: CompiledRule | undefined): string => {
  if (compiled?.rule.ruleTypeId === ruleTypes.Aggregation) return 'a timer fired late';
  if (compiled?.rule.ruleTypeId === ruleTypes.WorkUnit) return 'the change was evaluated late';
  return compiled && absencesOf(compiled).length > 0
    ? 'a packet arrived or a timer fired late'
    : 'a packet arrived late';
};

const endTexts: Readonly<Record<number, (match: RuleMatchRow) => string>> = {
  [matchEndReasons.Expired]: ({ ended, expires }) => {
    const late = (ended?.getTime() ?? 0) - expires.getTime();
    const noticed = late > unnoticed ? ` That was detected ${spanText(late)} later.` : '';
    return `It ended: its lifetime passed without a further hit that extended it.${noticed}`;
  },
  [matchEndReasons.Superseded]: () => 'It was superseded: the rule was edited, disabled or deleted.',
  [matchEndReasons.OverWhenFound]: () => 'It had already ended when it was detected. No action ran.',
  [matchEndReasons.ByHand]: ({ ended_by, end_note }) => `${ended_by ?? ''} ended it by hand: ${end_note ?? ''}`,
};

const moment = (date: Date): string => date.toISOString();

const eventsOf = (
  match: RuleMatchRow,
  rule: Rule | undefined,
  compiled: CompiledRule | undefined,
  suppression: string | undefined,
) => {
  const { first_match, created, match_count, last_match, ended, end_reason, expires } = match;
  const late = created.getTime() - first_match.getTime();
  const hits = match_count === 1 ? 'one hit' : `${match_count} hits`;
  return [
    { at: moment(first_match), text: `The first hit of the rule "${rule?.name ?? match.label}" opened it.` },
    ...(late > unnoticed
      ? [{ at: moment(created), text: `It was detected ${spanText(late)} later: ${lateCause(compiled)}.` }]
      : []),
    ...(match_count > 1 ? [{ at: moment(last_match), text: `The latest of ${hits}.` }] : []),
    ...(match.in_maintenance
      ? [{ at: moment(created), text: 'It is in a maintenance window: actions are suppressed.' }]
      : []),
    ...(match.acknowledged
      ? [{ at: moment(match.acknowledged), text: `${match.acknowledged_by ?? ''} acknowledged it.` }]
      : []),
    ...(suppression === undefined
      ? []
      : [{ at: moment(created), text: `Its actions are suppressed now. ${suppression}` }]),
    ended && end_reason !== null
      ? { at: moment(ended), text: endTexts[end_reason]?.(match) ?? 'It ended.' }
      : {
          at: moment(expires),
          text: rule?.use_sliding_expiration
            ? 'It stays open until then; each further hit extends it.'
            : 'It stays open until then; further hits do not extend it.',
        },
  ];
};

interface OpeningPacket {
  readonly timestamp?: string;
  readonly message?: PacketMessage;
  readonly workUnit?: WorkUnitFacts;
}

const findRule = (db: ScopedDatabase, { tenant_id: tenantId, rule_id: ruleId }: RuleMatchRow) =>
  db
    .selectFrom('rules')
    .selectAll()
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

const subjectOf = async (
  db: ScopedDatabase,
  { tenant_id: tenantId, subject_id: entityId, first_match, last_match }: RuleMatchRow,
  compiled: CompiledRule | undefined,
): Promise<(packet: { timestamp: Date; message: PacketMessage }) => RuleSubject> => {
  const fact = (await readEntityFacts(db, [{ tenantId, entityId }])).of(tenantId, entityId);
  const entity = { tenantId, entityId };
  const history = compiled && (await readPacketPast(db, compiled, entity, first_match, last_match));
  return ({ timestamp, message }) => ({
    ...subjectEntity(entity, fact),
    timestamp,
    message,
    history,
  });
};

/** Reads everything that the explanation of a match needs, in one transaction. */
const readMatch = (services: Pick<Services, 'gate'>, context: Context, ruleMatchId: string) =>
  services.gate.read(context, scope, async (db) => {
    const match = await expectMatch(db, context, scope.permission, ruleMatchId);
    const rule = await findRule(db, match);
    const { tenant_id: tenantId, rule_id: ruleId, subject_id: subjectId } = match;
    const suppressions =
      match.ended === null ? await findSuppressions(db, [{ tenantId, ruleId, subjectId }], context.clock.now()) : [];
    const compiled = rule && compileStoredRule(rule);
    const packets =
      rule && looksAtPackets(rule.rule_type_id)
        ? await readPacketsWithin(
            db,
            { tenantId, entityId: subjectId },
            { from: match.first_match, to: match.last_match, limit: lookedAtPackets },
          )
        : [];
    return {
      match,
      rule,
      compiled,
      packets,
      suppression: suppressions[0],
      toSubject: await subjectOf(db, match, compiled),
    };
  });

interface FoundHits {
  readonly hits: MatchExplanation['hits'];
  readonly isComplete: boolean;
}

const findHits = async (
  packets: readonly StoredPacket[],
  isHit: (packet: StoredPacket) => Promise<boolean>,
): Promise<FoundHits> => {
  const hits: { timestamp: string; value: string | null }[] = [];
  const end = performance.now() + budgetMilliseconds;
  for (const packet of packets) {
    if (hits.length === explainedHits || performance.now() > end) return { hits, isComplete: false };
    await turnOfTheLoop();
    if (await isHit(packet)) hits.push({ timestamp: moment(packet.timestamp), value: packet.value });
  }
  return { hits, isComplete: packets.length < lookedAtPackets };
};

/**
 * Explains why a match opened, which packets are its hits, and why it ended or is still open. Uses the present
 * conditions of the rule.
 *
 * @throws 404
 */
export const explainMatch = async (
  services: Pick<Services, 'gate' | 'snapshot'>,
  thread: PatternThread,
  context: Context,
  ruleMatchId: string,
): Promise<MatchExplanation> => {
  const { match, rule, compiled, packets, suppression, toSubject } = await readMatch(services, context, ruleMatchId);
  const base = {
    ruleMatchId,
    ruleId: match.rule_id,
    ruleName: rule?.name ?? null,
    label: match.label,
    subjectId: match.subject_id,
    events: eventsOf(match, rule, compiled, suppression?.reason),
    isRuleChanged: rule !== undefined && rule.modified > match.created,
    matchCount: match.match_count,
  };
  const isOfUnit = rule?.rule_type_id === ruleTypes.WorkUnit;
  if (!rule || !compiled || !(isOfUnit || looksAtPackets(rule.rule_type_id)))
    return { ...base, opening: [], hits: [], isComplete: true };
  const explain = explainConditions(compiled);
  const { timestamp, message = {}, workUnit } = JSON.parse(match.rule_packet ?? '{}') as OpeningPacket;
  const opened = toSubject({ timestamp: new Date(timestamp ?? match.first_match), message });
  const opening = await nameOperands(
    services,
    context,
    match.tenant_id,
    await explain(thread, workUnit ? { ...opened, workUnit } : opened),
  );
  if (isOfUnit) return { ...base, opening, hits: [], isComplete: true };
  const found = await findHits(packets, async (each) => {
    const alternatives = await explain(thread, toSubject(each));
    return alternatives.some(({ result }) => result === 'Holds');
  });
  return { ...base, opening, ...found };
};
