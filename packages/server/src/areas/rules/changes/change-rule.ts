import { isDeepStrictEqual } from 'node:util';
import type { Permission } from '@cfs/contracts/permissions';
import type { ValidRule } from '@cfs/contracts/rules';
import type { Selectable, Updateable } from 'kysely';
import { z } from 'zod';
import { expectAllTenants } from '../../../platform/access/expect-all-tenants.ts';
import type { Change } from '../../../platform/audit/change.ts';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { expectModified } from '../../../platform/modified.ts';
import { invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { checkRule } from './check-rule.ts';
import { deleteStorms } from '../storms/delete-storms.ts';
import { deleteOccurrences } from './delete-occurrences.ts';
import { raiseRuleEpoch } from './raise-rule-epoch.ts';
import { matchSubjectKind, matchSubjectPrefix } from '../matches/record-match-work.ts';
import { inService, ruleColumns } from '../rule-columns.ts';
import type { RuleTable } from '../rule-table.ts';
import { startRuleTimer } from '../timers/rule-timers.ts';
import { supersedeMatches } from '../matches/supersede-matches.ts';

const conditionsSchema = z.array(z.object({ LeftOperand: z.int() }));

type Needs = Pick<Services, 'gate' | 'work' | 'snapshot'>;
type RuleRow = Selectable<RuleTable>;

const readRule = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  ruleId: string,
): Promise<RuleRow | undefined> =>
  db
    .selectFrom('rules')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('is_deleted', '=', false)
    .where(inScope(context, { permission, shared: true }, 'rules.tenant_id'))
    .forUpdate()
    .executeTakeFirst();

/** Finds the rule's tenant, raises its epoch and then locks the rule. Every change takes its locks in this order. */
const lockRule = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  ruleId: string,
): Promise<RuleRow> => {
  const owner = await db
    .selectFrom('rules')
    .select('tenant_id')
    .where('rule_id', '=', ruleId)
    .where(inScope(context, { permission, shared: true }, 'rules.tenant_id'))
    .executeTakeFirst();
  if (!owner) throw notFound('Rule');
  if (owner.tenant_id === systemTenantId) expectAllTenants(context, permission);
  await raiseRuleEpoch(db, owner.tenant_id);
  const rule = await readRule(db, context, permission, ruleId);
  if (!rule) throw notFound('Rule');
  return rule;
};

const write = async (
  db: ScopedDatabase,
  change: Change,
  before: RuleRow,
  changes: Updateable<RuleTable>,
): Promise<void> => {
  const after = await db
    .updateTable('rules')
    .set({
      ...changes,
      ...change.modified(before),
    })
    .where('tenant_id', '=', before.tenant_id)
    .where('rule_id', '=', before.rule_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { rule_id: id, tenant_id: tenantId } = before;
  await change.record({ entity: 'Rule', id, tenantId, before, after });
};

/** Ends the running effects of a rule: supersedes its open matches, deletes its counts and drops its queued actions. */
const silence = async (
  { work }: Needs,
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  ruleId: string,
  reason: string,
): Promise<void> => {
  await supersedeMatches(db, context, permission, ruleId);
  await deleteOccurrences(db, context, permission, ruleId);
  await deleteStorms(db, context, permission, ruleId);
  await work.drop(db, context, { kind: matchSubjectKind, idPrefix: matchSubjectPrefix(ruleId), reason });
};

/** Starts the timers of the rule as it was and as it is, so that they notice the change. */
const restartTimers = async (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  before: RuleRow,
  after?: ValidRule,
): Promise<void> => {
  const { tenant_id: tenantId, rule_id: ruleId, rule_type_id: ruleTypeId } = before;
  const conditions = conditionsSchema.parse(before.conditions);
  const now = context.clock.now();
  await startRuleTimer(work, db, { tenantId, ruleId, ruleTypeId, conditions }, now);
  if (after) await startRuleTimer(work, db, { ...after, tenantId, ruleId }, now);
};

/** Whether the change alters when the rule matches, so that its open matches and counts are no longer valid. */
const changesMatching = (before: RuleRow, after: ReturnType<typeof ruleColumns>): boolean =>
  before.rule_type_id !== after.rule_type_id ||
  before.subscription_id !== after.subscription_id ||
  before.time_conditions !== after.time_conditions ||
  before.correlation !== after.correlation ||
  before.aggregation !== after.aggregation ||
  !isDeepStrictEqual(before.conditions, JSON.parse(after.conditions));

/**
 * Replaces a rule by the body of POST v1/rules/{ruleId}. Editing its conditions closes its open matches as superseded
 * and deletes the counts of its patterns; disabling it drops its queued actions as well. Every edit returns it to
 * service.
 *
 * @throws 400 with messages by field, 404, 409 when `modified` is older than the rule.
 */
export const updateRule = (services: Needs, context: Context, ruleId: string, rule: ValidRule): Promise<void> =>
  services.gate.write(context, { permission: 'Rules:edit', shared: true }, async (db, change) => {
    const before = await lockRule(db, context, 'Rules:edit', ruleId);
    expectModified(before.modified, rule.modified);
    const tenantId = before.tenant_id;
    if (rule.tenantId !== undefined && (rule.tenantId ?? systemTenantId) !== tenantId) {
      throw invalid({ tenantId: ['The tenant of a rule cannot be changed.'] });
    }
    await checkRule(db, tenantId, rule);
    const columns = ruleColumns(rule);
    const isOther = changesMatching(before, columns);
    const begins = isOther || !before.enabled || before.out_of_service_since !== null;
    await write(db, change, before, {
      ...columns,
      ...inService,
      ...(begins ? { counts_since: context.clock.now() } : {}),
    });
    await restartTimers(services, db, context, before, rule);
    if (before.enabled && !rule.enabled) await silence(services, db, context, 'Rules:edit', ruleId, 'disabled');
    if (!isOther) return;
    await supersedeMatches(db, context, 'Rules:edit', ruleId);
    await deleteOccurrences(db, context, 'Rules:edit', ruleId);
  });

/**
 * Enables a rule, which returns it to service, or disables it. Without `enabled`, toggles its state. Does nothing if
 * the rule already has the wanted state.
 */
export const toggleRule = (services: Needs, context: Context, ruleId: string, enabled?: boolean): Promise<void> =>
  services.gate.write(context, { permission: 'Rules:edit', shared: true }, async (db, change) => {
    const before = await lockRule(db, context, 'Rules:edit', ruleId);
    const wanted = enabled ?? !before.enabled;
    if (before.enabled === wanted && !(wanted && before.out_of_service_since !== null)) return;
    const returned = { ...inService, counts_since: context.clock.now() };
    await write(db, change, before, { enabled: wanted, ...(wanted ? returned : {}) });
    await restartTimers(services, db, context, before);
    if (!wanted) await silence(services, db, context, 'Rules:edit', ruleId, 'disabled');
  });

/** Deletes a rule; its matches and histories stay. */
export const deleteRule = (services: Needs, context: Context, ruleId: string): Promise<void> =>
  services.gate.write(context, { permission: 'Rules:delete', shared: true }, async (db, change) => {
    const before = await lockRule(db, context, 'Rules:delete', ruleId);
    await write(db, change, before, { is_deleted: true, enabled: false });
    await restartTimers(services, db, context, before);
    await silence(services, db, context, 'Rules:delete', ruleId, 'deleted');
  });
