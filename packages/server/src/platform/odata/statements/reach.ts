import type { Permission } from '@cfs/contracts/permissions';
import { systemTenantId, type Context, type Scope } from '../../context.ts';
import { queryScopeOf } from '../../database/in-scope.ts';
import type { Edge, EntityDeclaration, Property } from '../entity.ts';
import { modelOf } from '../entity-model.ts';

/** The permission and the shared rows that determine the statement's scope. */
export const scopeRequestOf = (declaration: EntityDeclaration, permission = declaration.permission) => ({
  permission,
  shared: modelOf(declaration).readsShared,
});

/** The tenants whose rows of the entity the caller may read, for the condition of the query layer. */
export const entityScope = (
  context: Context,
  declaration: EntityDeclaration,
  permission = declaration.permission,
): Scope => {
  const scope = queryScopeOf(context, { permission, shared: declaration.shared ?? false });
  if (declaration.reach === 'visible') return scope;
  const reached = declaration.shared ? [context.tenantId, systemTenantId] : [context.tenantId];
  if (scope.kind === 'all') return { kind: 'tenants', tenantIds: reached };
  return { kind: 'tenants', tenantIds: reached.filter((tenantId) => scope.tenantIds.includes(tenantId)) };
};

const covers = (outer: Scope, inner: Scope): boolean => {
  if (outer.kind === 'all') return true;
  if (inner.kind === 'all') return false;
  const tenantIds = new Set(outer.tenantIds);
  return inner.tenantIds.every((tenantId) => tenantIds.has(tenantId));
};

/**
 * The edges and properties that a caller may use from the rows of some tenants. An edge is restricted to the tenants in
 * which the caller has its permission; a property is visible if its permission is held in all of them.
 */
export interface Reach {
  /** The tenants that an edge is restricted to: `all` without restriction, `none` if the edge counts as undeclared. */
  edge(edge: Edge): 'all' | 'none' | readonly string[];
  sees(property: Property): boolean;
}

export const reachFrom = (context: Context, scope: Scope): Reach => {
  const within = (permission: Permission | readonly Permission[], shared: boolean): Scope =>
    queryScopeOf(context, { permission, shared });
  return {
    edge({ permission, entity }) {
      if (permission === 'signed-in') return 'all';
      const held = within(permission, false);
      if (held.kind === 'tenants' && held.tenantIds.length === 0) return 'none';
      const reached = within(permission, entity().shared ?? false);
      return covers(reached, scope) || reached.kind === 'all' ? 'all' : reached.tenantIds;
    },
    sees: ({ visibleWith }) => visibleWith === undefined || covers(within(visibleWith, scopeHasSystem(scope)), scope),
  };
};

const scopeHasSystem = (scope: Scope): boolean => scope.kind === 'tenants' && scope.tenantIds.includes(systemTenantId);
