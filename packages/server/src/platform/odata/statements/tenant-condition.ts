import type { Scope } from '../../context.ts';
import type { Parameters } from './parameters.ts';

/** Up to this number, tenants are read one after the other, each by its own part of an index. */
const maxTenantsByIndex = 64;

/** The width of a statement's scope; each width has a query shape of its own. */
export type Width = 'none' | 'one' | 'few' | 'many' | 'all';

export const widthOf = (scope: Scope): Width => {
  if (scope.kind === 'all') return 'all';
  if (scope.tenantIds.length === 0) return 'none';
  if (scope.tenantIds.length === 1) return 'one';
  return scope.tenantIds.length <= maxTenantsByIndex ? 'few' : 'many';
};

/**
 * The condition that restricts rows to the tenants of the scope, outside of the caller's conditions. Its form depends
 * on the scope's width; many tenants are filtered from all rows.
 */
export const tenantCondition = (
  parameters: Parameters,
  scope: Scope,
  alias: string,
  width: Width = widthOf(scope),
): string => {
  const [only, ...more] = scope.kind === 'all' ? [] : scope.tenantIds;
  if (scope.kind === 'all') return 'true';
  if (only === undefined) return 'false';
  if (more.length === 0) return `${alias}.tenant_id = ${parameters.add(only, 'uuid')}`;
  const tenants = parameters.add(scope.tenantIds, 'uuid[]');
  // `false or` prevents the planner from turning the set into a join: it hashes the tenants once and preserves the
  // order.
  return width === 'few'
    ? `${alias}.tenant_id = any (${tenants})`
    : `(false or ${alias}.tenant_id in (select unnest(${tenants})))`;
};
