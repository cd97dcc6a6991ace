import { leftOperandsById } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import type { ExplainedAlternative, RuleExplanation } from '@cfs/contracts/rule-explanations';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { Selectable } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { conflict, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { compileStoredRule, notRunnable } from '../conditions/compile-stored-rule.ts';
import type { CompiledAlternative, CompiledRule } from '../evaluation/compile-rule.ts';
import { emptyMemory, type PatternMemory } from '../evaluation/count-occurrences.ts';
import type { RuleMemory } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { nameInMessage } from '../matches/match-label.ts';
import type { MatchKey } from '../matches/match-writes.ts';
import { latestTick } from '../history/absence-ticks.ts';
import { readMemory } from '../occurrences/lock-memories.ts';
import type { PatternThread } from '../patterns/pattern-thread.ts';
import type { RuleTable } from '../rule-table.ts';
import { readSubjectNames } from '../read-subject-names.ts';
import { findSuppressions } from '../suppression/find-suppressions.ts';
import { explainConditions, looksAtPackets, occurrenceText } from './explain-conditions.ts';
import { readLateness } from '../timers/rule-progress.ts';
import { nameOperands } from './name-operands.ts';
import { readExplainedSubject, type ReadRuledUnit } from './read-explained-subject.ts';

type Rule = Selectable<RuleTable>;

const scope = { permission: 'Rules:view', shared: true } as const;

const findRule = (db: ScopedDatabase, context: Context, ruleId: string) =>
  db
    .selectFrom('rules')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('is_deleted', '=', false)
    .where(inScope(context, scope, 'rules.tenant_id'))
    .executeTakeFirst();

const findOpenMatch = async (db: ScopedDatabase, { tenantId, subjectId, ruleId }: MatchKey) =>
  (
    await db
      .selectFrom('rule_matches')
      .select('rule_match_id')
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', ruleId)
      .where('subject_id', '=', subjectId)
      .where('ended', 'is', null)
      .executeTakeFirst()
  )?.rule_match_id ?? null;

/** The conditions that do not hold, in words. */
const inWords = (alternative: ExplainedAlternative): string =>
  alternative.conditions
    .filter(({ result }) => result !== 'Holds')
    .map(({ leftOperand, fieldName, result, index }) => {
      const name = [leftOperandsById.get(leftOperand)?.name ?? '', fieldName ?? ''].filter(Boolean).join(' ');
      if (result === 'Missing') return `condition ${index + 1}: ${name} has no value`;
      return result === 'Unknown' ? `condition ${index + 1} is not decided` : `condition ${index + 1} fails`;
    })
    .join(', ');

/** Why an alternative that holds at the time is not a hit; `undefined` if it is one. */
const uncounted = (
  { conditions, counter, absence }: CompiledAlternative,
  memory: PatternMemory,
  time: number | undefined,
): string | undefined => {
  const pattern = conditions.map(({ condition }) => condition.OccurrencePattern).find((each) => occurrenceText(each));
  if (!counter || !pattern) return undefined;
  const ofPacket = time !== undefined && absence === undefined;
  const occurrence = memory.occurrences.findLast((each) => !ofPacket || each.time === time);
  if (occurrence?.counted) return undefined;
  return pattern.Option === occurrenceOptions.OncePerSpan
    ? `An alternative holds, and counts ${occurrenceText(pattern)}: it has already counted within that span.`
    : `An alternative holds, and counts when it holds ${occurrenceText(pattern)}: ${counter.reached(memory)} so far.`;
};

/** Why an alternative is not evaluated regardless of its conditions; `undefined` if it is. */
const unevaluated = (
  { rule, isInTime }: CompiledRule,
  { absence }: CompiledAlternative,
  subject: RuleSubject,
  passedOver: string | undefined,
  now: number,
): string | undefined => {
  const time = subject.timestamp.getTime();
  if (looksAtPackets(rule.ruleTypeId) && absence === undefined)
    return (
      passedOver ?? (isInTime(time) ? undefined : 'The time of the packet is outside the time limitations of the rule.')
    );
  const isTimely = isInTime(absence === undefined ? time : latestTick(time, absence, now));
  return isTimely ? undefined : 'The current time is outside the time limitations of the rule.';
};

/**
 * Why no alternative is a hit. `time`: the time of the evaluated packet; `withheld`: why each alternative is not
 * evaluated.
 */
const resultReasons = (
  explained: readonly ExplainedAlternative[],
  { alternatives }: CompiledRule,
  memory: RuleMemory,
  time: number | undefined,
  withheld: readonly (string | undefined)[],
): string[] => {
  const reasons = alternatives.flatMap((alternative, index) =>
    explained[index]?.result === 'Holds'
      ? [withheld[index] ?? uncounted(alternative, memory[index] ?? emptyMemory, time)]
      : [],
  );
  if (reasons.length > 0) return reasons.includes(undefined) ? [] : reasons.filter((reason) => reason !== undefined);
  return explained.map((alternative, index) => `Alternative ${index + 1} does not hold: ${inWords(alternative)}.`);
};

/** For callers who may not view work units. */
const noUnit: ReadRuledUnit = () => Promise.resolve(undefined);

/** Reads everything that the explanation of a rule needs, in one transaction. */
const readState = ({ services, readRuledUnit }: ExplainNeeds, context: Context, ruleId: string, entityId: string) =>
  services.gate.read(context, scope, async (db) => {
    const row = await findRule(db, context, ruleId);
    if (!row) throw notFound('Rule');
    const compiled = compileStoredRule(row);
    if (!compiled) throw conflict(notRunnable);
    const tenantId = row.tenant_id === systemTenantId ? context.tenantId : row.tenant_id;
    const entity = { tenantId, entityId };
    const now = context.clock.now();
    const units = context.scopeOf('WorkUnits:view');
    const mayReadUnits = units.kind === 'all' || units.tenantIds.includes(tenantId);
    const explained = await readExplainedSubject(
      services,
      db,
      mayReadUnits ? readRuledUnit : noUnit,
      compiled,
      entity,
      now,
    );
    const match = { tenantId, ruleId, subjectId: explained.subjectId ?? entityId };
    const [suppression] = await findSuppressions(db, [match], now);
    const names = await readSubjectNames(services, db, tenantId, [entityId]);
    return {
      now,
      row,
      compiled,
      suppression,
      tenantId,
      name: names.get(entityId),
      explained,
      ruleMatchId: await findOpenMatch(db, match),
      memory: await readMemory(db, match),
      timer: await readLateness(db, { tenantId: row.tenant_id, ruleId }),
    };
  });

/** Reasons why a rule does not run on a subject, regardless of its conditions. */
const outerReasons = (row: Rule, { rule, isInScope }: CompiledRule, subject: RuleSubject | undefined): string[] => [
  ...(row.enabled ? [] : ['The rule is disabled.']),
  ...(row.out_of_service_reason === null ? [] : [`The rule is out of service. ${row.out_of_service_reason}`]),
  ...(subject && rule.ruleTypeId !== ruleTypes.Aggregation && !isInScope(subject)
    ? ['The entity is not in the subscription of the rule.']
    : []),
];

/** The subject of the verdict sentence, by type of rule. */
const looked: Readonly<Record<number, string>> = {
  [ruleTypes.Ingestion]: 'The latest packet',
  [ruleTypes.Correlation]: 'What is active at present',
  [ruleTypes.History]: 'The latest packet',
  [ruleTypes.WorkUnit]: 'The work unit as it is',
  [ruleTypes.Maintenance]: 'What is open at present',
  [ruleTypes.Aggregation]: 'The last bucket',
};

interface State {
  /** What was evaluated, as the start of a sentence. */
  readonly what: string;
  readonly hasSubject: boolean;
  readonly firing: boolean;
  readonly open: boolean;
}

const verdictOf = ({ what, hasSubject, firing, open }: State): string => {
  if (!hasSubject) return open ? 'A match is open.' : 'No match is open.';
  if (firing) return open ? `${what} satisfies the rule, and a match is open.` : `${what} satisfies the rule.`;
  return open
    ? `${what} does not satisfy the rule. A match is open because of an earlier hit.`
    : `${what} does not satisfy the rule.`;
};

/** The dependencies of `explainRule`. */
export interface ExplainNeeds {
  readonly services: Pick<Services, 'gate' | 'snapshot'>;
  readonly readRuledUnit: ReadRuledUnit;
  readonly thread: PatternThread;
}

/**
 * Returns the present result of every condition of a rule about an entity, a group or a work unit, with its value and
 * the reasons why the rule does not fire. For a rule of all tenants the entity is one of the request's tenant.
 *
 * @throws 404 for a rule out of reach, 409 for one that cannot be run as it is stored.
 */
export const explainRule = async (
  needs: ExplainNeeds,
  context: Context,
  ruleId: string,
  entityId: string,
): Promise<RuleExplanation> => {
  const state = await readState(needs, context, ruleId, entityId);
  const { now, row, compiled, suppression, tenantId, name, explained, ruleMatchId, memory, timer } = state;
  const { subject, groups } = explained;
  const conditions = subject ? await explainConditions(compiled)(needs.thread, subject, groups) : [];
  const alternatives = await nameOperands(needs.services, context, tenantId, conditions);
  const isOfPacket = looksAtPackets(row.rule_type_id) && !explained.isUnsent;
  const withheld = compiled.alternatives.map((alternative) =>
    subject ? unevaluated(compiled, alternative, subject, explained.passedOver, now.getTime()) : undefined,
  );
  const common = withheld.includes(undefined) ? [] : withheld.filter((reason) => reason !== undefined);
  const time = isOfPacket ? subject?.timestamp.getTime() : undefined;
  const against = [
    ...outerReasons(row, compiled, subject),
    ...new Set(common),
    ...explained.reasons,
    ...resultReasons(alternatives, compiled, memory, time, common.length > 0 ? [] : withheld),
  ];
  return {
    ruleId,
    name: row.name,
    ruleTypeId: row.rule_type_id,
    entityId,
    entityName: name ?? subject?.entityName ?? nameInMessage(subject?.message ?? {}) ?? null,
    timestamp: isOfPacket ? (subject?.timestamp.toISOString() ?? null) : null,
    ruleMatchId,
    timer: timer ? { fired: timer.fired.toISOString(), lateMilliseconds: Number(timer.lateMilliseconds) } : null,
    verdict: verdictOf({
      what: explained.isUnsent ? 'The time without a packet' : (looked[row.rule_type_id] ?? 'The entity'),
      hasSubject: subject !== undefined,
      firing: against.length === 0,
      open: ruleMatchId !== null,
    }),
    reasons: [...against, ...(suppression ? [`Its actions are suppressed. ${suppression.reason}`] : [])],
    alternatives,
  };
};
