import type { ValidRule } from '@cfs/contracts/rules';
import type { Selectable } from 'kysely';
import { systemTenantId } from '../../../platform/context.ts';
import { listPart, type AreaConfiguration } from '../../../platform/tenant-configuration/configuration-part.ts';
import { deleteRule, updateRule } from '../changes/change-rule.ts';
import { createRule } from '../changes/create-rule.ts';
import type { RuleTable } from '../rule-table.ts';
import { ruleItemSchema, toRuleBody, toRuleItem, type RuleItem } from './rule-item.ts';

type Row = Selectable<RuleTable>;

/** Rules in the configuration of a tenant. */
export const rulesConfiguration: AreaConfiguration = {
  parts: [
    listPart<Row, RuleItem, ValidRule>({
      key: 'rules',
      noun: 'rule',
      after: ['subscriptions', 'categories', 'actions', 'protocols'],
      schema: ruleItemSchema,
      unprinted: ['matchActions', 'expirationActions'],
      nameOf: ({ name }) => name,
      namesIn: ({ name }) => [['rule', name]],
      chosenIds: 'rule',
      read: ({ db, tenantId }) =>
        db.selectFrom('rules').selectAll().where('tenant_id', '=', tenantId).where('is_deleted', '=', false).execute(),
      toItem: toRuleItem,
      toBody: toRuleBody,
      async create({ services, context }, body, id) {
        await createRule(services, context, body, id);
      },
      change: ({ services, context }, row, body) =>
        updateRule(services, context, row.rule_id, { ...body, modified: row.modified.toISOString() }),
      removal: {
        verb: 'delete',
        run: ({ services, context }, row) => deleteRule(services, context, row.rule_id),
      },
    }),
  ],
  names: [
    {
      kind: 'rule',
      async read(db, tenantId) {
        const rows = await db
          .selectFrom('rules')
          .select(['rule_id', 'name', 'tenant_id'])
          .where('tenant_id', 'in', [tenantId, systemTenantId])
          .where('is_deleted', '=', false)
          .execute();
        return rows.map((row) => ({ id: row.rule_id, name: row.name, isShared: row.tenant_id === systemTenantId }));
      },
    },
  ],
};
