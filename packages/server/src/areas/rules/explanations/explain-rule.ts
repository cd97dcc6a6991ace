import { leftOperandsById } from '@cfs/contracts/rule-left-operands';
import type { ExplainedAlternative, RuleExplanation } from '@cfs/contracts/rule-explanations';
import type { Selectable } from 'kysely';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { readBlockFacts } from '../../blocks/read-block-facts.ts';
import { readPacketsWithin } from '../../packets/packet-history.ts';
import type { RunnableRule } from '../evaluation/compile-rule.ts';
import { toRunnableRule } from '../conditions/runnable-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { entityNameOf } from '../matches/match-label.ts';
import type { PatternThread } from '../patterns/pattern-thread.ts';
import type { RuleTable } from '../rule-table.ts';
import { findSuppressions } from '../suppression/find-suppressions.ts';
import { compileTimeConditions } from '../time/compile-time-conditions.ts';
import { compileExplanation, looksAtPackets } from './explain-conditions.ts';

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

interface Entity {
  readonly tenantId: string;
  readonly entityId: string;
}

const readSubject = async (db: ScopedDatabase, { tenantId, entityId }: Entity): Promise<RuleSubject | undefined> => {
  const [[packet], facts] = [
    await readPacketsWithin(db, { tenantId, entityId }, { limit: 1 }),
    await readBlockFacts(db, [{ tenantId, entityId }]),
  ];
  if (!packet) return undefined;
  const fact = facts.of(tenantId, entityId);
  return {
    tenantId,
    entityId,
    timestamp: packet.timestamp,
    message: packet.message,
    deviceId: entityId,
    subscriptionId: fact?.subscriptionId,
    entityName: fact?.name,
  };
};

const findOpenMatch = async (db: ScopedDatabase, { tenantId, entityId }: Entity, ruleId: string) =>
  (
    await db
      .selectFrom('rule_matches')
      .select('rule_match_id')
      .where('tenant_id', '=', tenantId)
      .where('rule_id', '=', ruleId)
      .where('subject_id', '=', entityId)
      .where('ended', 'is', null)
      .executeTakeFirst()
  )?.rule_match_id ?? null;

/** The condition in words, for the verdict. */
const inWords = (alternative: ExplainedAlternative): string =>
  alternative.conditions
    .filter(({ standing }) => standing !== 'Holds')
    .map(({ leftOperand, fieldName, standing, index }) => {
      const name = [leftOperandsById.get(leftOperand)?.name ?? '', fieldName ?? ''].filter(Boolean).join(' ');
      if (standing === 'Missing') return `condition ${index + 1}: ${name} is not in the packet`;
      return standing === 'Unknown'
        ? `condition ${index + 1} is not decided by one packet`
        : `condition ${index + 1} fails`;
    })
    .join(', ');

const standingReasons = (alternatives: readonly ExplainedAlternative[]): string[] => {
  const holding = alternatives.find(({ standing }) => standing === 'Holds');
  const occurrence = holding?.conditions.find((condition) => condition.occurrence !== null)?.occurrence;
  if (occurrence) return [`An alternative holds, and counts when it holds ${occurrence}.`];
  if (holding) return [];
  return alternatives.map((alternative, index) => `Alternative ${index + 1} does not hold: ${inWords(alternative)}.`);
};

/** What the explanation of a rule is made of, read at once. */
const readState = (services: Pick<Services, 'gate'>, context: Context, ruleId: string, entityId: string) =>
  services.gate.read(context, scope, async (db) => {
    const row = await findRule(db, context, ruleId);
    if (!row) throw notFound('Rule');
    const tenantId = row.tenant_id === systemTenantId ? context.tenantId : row.tenant_id;
    const entity = { tenantId, entityId };
    const [suppression] = await findSuppressions(db, [{ tenantId, ruleId, subjectId: entityId }], context.clock.now());
    return {
      row,
      suppression,
      subject: await readSubject(db, entity),
      ruleMatchId: await findOpenMatch(db, entity, ruleId),
    };
  });

/** What keeps a rule from running on a packet, whatever its conditions say. */
const outerReasons = (row: Rule, rule: RunnableRule, subject: RuleSubject | undefined): string[] => [
  ...(row.enabled ? [] : ['The rule is disabled.']),
  ...(row.out_of_service_reason === null ? [] : [`The rule is out of service. ${row.out_of_service_reason}`]),
  ...(subject ? [] : ['No packet of this entity has been received.']),
  ...(subject && rule.subscriptionId !== null && rule.subscriptionId !== subject.subscriptionId
    ? ['The entity is not in the subscription of the rule.']
    : []),
  ...(subject && !compileTimeConditions(rule.timeConditions)(subject.timestamp.getTime())
    ? ['The time of the packet lies outside the time limitations of the rule.']
    : []),
];

interface State {
  readonly isPacketRule: boolean;
  readonly hasPacket: boolean;
  readonly firing: boolean;
  readonly open: boolean;
}

const verdictOf = ({ isPacketRule, hasPacket, firing, open }: State): string => {
  const openText = open ? 'A match is open.' : 'No match is open.';
  if (!isPacketRule) return `${openText} The rule is not decided by one packet.`;
  if (!hasPacket) return openText;
  if (firing)
    return open
      ? 'The latest packet satisfies the rule, and a match is open.'
      : 'The latest packet satisfies the rule.';
  return open
    ? 'The latest packet does not satisfy the rule. A match is open because of an earlier one.'
    : 'The latest packet does not satisfy the rule.';
};

/**
 * The present state of every condition of a rule about an entity: evaluated on its latest packet, with what keeps the
 * rule from firing. An entity of a rule of all tenants is one of the request's tenant.
 *
 * @throws 404 for a rule out of reach.
 */
export const explainRule = async (
  services: Pick<Services, 'gate'>,
  thread: PatternThread,
  context: Context,
  ruleId: string,
  entityId: string,
): Promise<RuleExplanation> => {
  const { row, suppression, subject, ruleMatchId } = await readState(services, context, ruleId, entityId);
  const rule = toRunnableRule(row);
  const isEvaluated = subject !== undefined && looksAtPackets(row.rule_type_id);
  const alternatives = isEvaluated ? await compileExplanation(rule.conditions)(thread, subject) : [];
  const against = [...outerReasons(row, rule, subject), ...(isEvaluated ? standingReasons(alternatives) : [])];
  return {
    ruleId,
    name: row.name,
    ruleTypeId: row.rule_type_id,
    entityId,
    entityName: subject ? entityNameOf(subject) : null,
    timestamp: subject?.timestamp.toISOString() ?? null,
    ruleMatchId,
    verdict: verdictOf({
      isPacketRule: looksAtPackets(row.rule_type_id),
      hasPacket: subject !== undefined,
      firing: against.length === 0,
      open: ruleMatchId !== null,
    }),
    reasons: [...against, ...(suppression ? [`Its actions are suppressed. ${suppression.reason}`] : [])],
    alternatives,
  };
};
