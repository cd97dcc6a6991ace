import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';

type Needs = Pick<Services, 'gate'>;

const request = { permission: 'Rules:view', shared: true } as const;

/** Names of the rules with these ids, of the tenant and of all tenants, that the caller may see; deleted ones too. */
export const findRuleNames = async (
  { gate }: Needs,
  context: Context,
  tenantId: string,
  ruleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ruleIds.length === 0) return new Map();
  const rows = await gate.read(context, request, (db) =>
    db
      .selectFrom('rules')
      .select(['rule_id', 'name'])
      .where(sql<boolean>`rule_id = any (${ruleIds}::uuid[])`)
      .where('tenant_id', 'in', [tenantId, systemTenantId])
      .where(inScope(context, request, 'rules.tenant_id'))
      .execute(),
  );
  return new Map(rows.map(({ rule_id, name }) => [rule_id, name]));
};

/**
 * The tenant of a rule that the caller may see; the System tenant for a rule of all tenants.
 *
 * @throws 404 for any other rule, and for a deleted one.
 */
export const readRuleTenant = ({ gate }: Needs, context: Context, ruleId: string): Promise<string> =>
  gate.read(context, request, async (db) => {
    const rule = await db
      .selectFrom('rules')
      .select('tenant_id')
      .where('rule_id', '=', ruleId)
      .where('is_deleted', '=', false)
      .where(inScope(context, request, 'rules.tenant_id'))
      .executeTakeFirst();
    if (!rule) throw notFound('Rule');
    return rule.tenant_id;
  });
