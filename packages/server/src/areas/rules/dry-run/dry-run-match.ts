import { keyOfDryRun, type MatchOccasionName, type RuleMatchDryRun } from '@cfs/contracts/dry-run';
import { ruleActionSchema } from '@cfs/contracts/rules';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import type { DescribeActions } from '../../actions/describe-action.ts';
import { dryRunActions, type DryRunOrder } from '../../actions/dry-run-actions.ts';
import { readSubjectNames } from '../read-subject-names.ts';
import { describeMatch } from '../matches/describe-match.ts';
import { expectMatch, type RuleMatchRow } from '../matches/find-match.ts';
import type { RuleTable } from '../rule-table.ts';
import { readBudget } from '../storms/action-budgets.ts';
import { findGroup } from '../storms/enter-groups.ts';
import { groupLasts, planMails, sharedEndMail, sharedMail, withinAllowance } from '../storms/plan-actions.ts';
import { toStormControl, type StormControl } from '../storms/storm-control.ts';
import { findSuppressions } from '../suppression/find-suppressions.ts';

type RuleRow = Selectable<RuleTable>;

const scope = { permission: 'Rules:view', shared: true } as const;
const actionsSchema = z.array(ruleActionSchema);

/** A dry run queues nothing, so there is no delivery. */
const noDelivery = '00000000-0000-0000-0000-000000000000';

const findRule = (db: ScopedDatabase, { tenant_id: tenantId, rule_id: ruleId }: RuleMatchRow) =>
  db
    .selectFrom('rules')
    .selectAll()
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

/** Why the occasion cannot happen now; `undefined` if it can. */
const impossibleReason = (occasion: MatchOccasionName, rule: RuleRow, match: RuleMatchRow): string | undefined => {
  if (occasion === 'Ended') return match.ended === null ? undefined : 'The match has already ended.';
  if (rule.is_deleted) return 'The rule is deleted: no match of it begins.';
  if (!rule.enabled) return 'The rule is disabled: no match of it begins.';
  return rule.out_of_service_since === null ? undefined : 'The rule is out of service: no match of it begins.';
};

/** Why the end of a match sends no mail: others of its group are open, or its group has ended before. */
const againstEndMail = async (
  db: ScopedDatabase,
  { tenant_id: tenantId, rule_match_id: ruleMatchId, group_match_id: groupMatchId }: RuleMatchRow,
  { groupBy }: StormControl,
  occasion: MatchOccasionName,
): Promise<string | undefined> => {
  if (occasion === 'Began' || groupBy === null || groupMatchId === null) return undefined;
  const other = await db
    .selectFrom('rule_matches')
    .select(['label', 'ended'])
    .where('tenant_id', '=', tenantId)
    .where('group_match_id', '=', groupMatchId)
    .where('rule_match_id', '<>', ruleMatchId)
    .where((row) => row.or([row('ended', 'is', null), row('ends_group', '=', true)]))
    .orderBy('ended', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst();
  return other && (other.ended === null ? groupLasts : sharedEndMail(other.label));
};

const findOrders = async (
  services: Pick<Services, 'snapshot'>,
  db: ScopedDatabase,
  match: RuleMatchRow,
  rule: RuleRow,
  occasion: MatchOccasionName,
  now: Date,
): Promise<DryRunOrder[]> => {
  const { tenant_id: tenantId, rule_match_id: ruleMatchId, rule_id: ruleId, subject_id: subjectId } = match;
  const names = await readSubjectNames(services, db, tenantId, [subjectId]);
  const storm = toStormControl(rule);
  const group =
    occasion === 'Began' ? await findGroup(db, { tenantId, ruleId, subjectId, ruleMatchId, storm }, now) : undefined;
  const subject = {
    ruleMatchId,
    ruleId,
    subjectId,
    moment: now.toISOString(),
    depth: match.depth,
    groupSubjectId: group?.subjectId,
  };
  const description = describeMatch({
    ...subject,
    tenantId,
    idempotencyKey: keyOfDryRun,
    entityName: names.get(subjectId),
    label: match.label,
    ruleName: rule.name,
    rulePacket: match.rule_packet,
    firstMatch: match.first_match,
    matchCount: match.match_count,
  });
  const actions = actionsSchema.parse(occasion === 'Began' ? rule.match_actions : rule.expiration_actions);
  const [suppression] = await findSuppressions(db, [{ tenantId, ruleId, subjectId }], now);
  const suppressed = impossibleReason(occasion, rule, match) ?? suppression?.reason;
  const againstMail = group ? sharedMail(group.mailedBy) : await againstEndMail(db, match, storm, occasion);
  const plan = planMails(actions, againstMail);
  const limit = storm.actionLimitPerHour;
  const planned =
    limit === null ? plan : withinAllowance(plan, limit, await readBudget(db, { tenantId, ruleId }, limit, now));
  return planned.map(({ action: { ActionDefinitionId, Parameters }, suppressed: byStorm }) => ({
    order: {
      ...description,
      tenantId,
      match: subject,
      actionDefinitionId: ActionDefinitionId,
      parameters: Parameters,
      messageId: noDelivery,
      referenceId: ruleMatchId,
      protocolActionId: null,
      correlationId: null,
    },
    waits: false,
    suppressed: suppressed ?? byStorm,
    label: undefined,
  }));
};

/**
 * Returns what the rule of a match would do if the match began or ended now, in the order in which its actions begin.
 * Only reads.
 *
 * @throws 404 for a match that the caller may not see.
 */
export const dryRunMatch = (
  describe: DescribeActions,
  services: Pick<Services, 'configuration' | 'gate' | 'snapshot'>,
  context: Context,
  ruleMatchId: string,
  occasion: MatchOccasionName,
): Promise<RuleMatchDryRun> =>
  services.gate.read(context, scope, async (db) => {
    const match = await expectMatch(db, context, scope.permission, ruleMatchId);
    const rule = await findRule(db, match);
    const orders = rule ? await findOrders(services, db, match, rule, occasion, context.clock.now()) : [];
    return { ruleMatchId, occasion, value: await dryRunActions(describe, services, db, match.tenant_id, orders) };
  });
