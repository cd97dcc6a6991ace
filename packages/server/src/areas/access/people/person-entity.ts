import { queryScopeOf } from '../../../platform/database/in-scope.ts';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantCondition } from '../../../platform/odata/statements/tenant-condition.ts';

/**
 * The people that administrators see: holders of a grant in their tenants or in all tenants. Administrators of all
 * tenants see everybody.
 */
export const peopleScope = { permission: 'Settings:view', shared: true } as const;

/** People who were invited, by name. They belong to no tenant; their grants determine who sees them. */
export const personEntity = defineEntity({
  name: 'Person',
  description: 'Somebody who was invited.',
  set: 'people',
  table: 'people',
  key: 'userId',
  keyColumn: 'user_id',
  permission: peopleScope.permission,
  reach: 'visible',
  shared: true,
  properties: {
    userId: { type: 'guid', sql: 'user_id' },
    name: { type: 'string', sql: 'name', search: true },
    mail: { type: 'string', sql: 'mail', search: true },
    provider: { type: 'string', sql: 'provider' },
    enabled: { type: 'boolean', sql: 'enabled' },
    firstSignIn: { type: 'dateTimeOffset', sql: 'first_sign_in', nullable: true },
    state: {
      type: 'string',
      sql: (alias) =>
        `case when not ${alias}.enabled then 'Disabled' when ${alias}.first_sign_in is null then 'Invited' else 'Active' end`,
    },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
    modified: { type: 'dateTimeOffset', sql: (alias) => `coalesce(${alias}.modified, ${alias}.created)` },
  },
  edges: {},
  defaultOrder: [{ property: 'name' }],
  restrict: (context, alias, parameters) => {
    const scope = queryScopeOf(context, peopleScope);
    if (scope.kind === 'all') return undefined;
    const reached = tenantCondition(parameters, scope, 'held');
    return `exists (select from grants held where held.user_id = ${alias}.user_id and ${reached})`;
  },
});
