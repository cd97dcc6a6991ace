import type { Scope } from '../context.ts';
import type { Parameters } from './parameters.ts';

/** Up to so many tenants are read one after the other, each by its own part of an index. */
const fewTenants = 64;

/** How wide a statement reaches; each width has a shape of its own. */
export type Width = 'none' | 'one' | 'few' | 'many' | 'all';

export const widthOf = (scope: Scope): Width => {
  if (scope.kind === 'all') return 'all';
  if (scope.tenantIds.length === 0) return 'none';
  if (scope.tenantIds.length === 1) return 'one';
  return scope.tenantIds.length <= fewTenants ? 'few' : 'many';
};

/**
 * The condition that keeps rows to the tenants of the scope; it stands outside whatever the caller asks. It has the shape
 * of the scope's width, unless a few are to be picked out of all, as many are.
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
  // `false or` keeps the planner from turning the set into a join: it hashes the tenants once and keeps the order.
  return width === 'few'
    ? `${alias}.tenant_id = any (${tenants})`
    : `(false or ${alias}.tenant_id in (select unnest(${tenants})))`;
};
