import type { Permission } from '@cfs/contracts/permissions';
import { sql, type RawBuilder } from 'kysely';
import { systemTenantId, type Actor, type Context, type Scope } from '../context.ts';
import type { ScopeRequest } from './gate.ts';

const unscoped = new WeakSet<Context>();
const all: Scope = { kind: 'all' };
const nothing: Scope = { kind: 'tenants', tenantIds: [] };

/**
 * Disables the query layer's scope for a context, leaving row-level security as the only isolation. For isolation tests
 * only, which prove that each mechanism suffices.
 */
export const withoutQueryScope = (context: Context): Context => {
  unscoped.add(context);
  return context;
};

/** The scope with shared rows, or of the person alone, if the request asks for it. */
export const scopeOf = (context: Context, request: Permission | readonly Permission[] | ScopeRequest): Scope => {
  const { permission, shared, own } = asRequest(request);
  const scope = context.scopeOf(permission);
  if (own) return isEmpty(scope) ? nothing : ownScopeOf(context.actor);
  return shared && scope.kind === 'tenants' ? withSystem(scope) : scope;
};

/** The scope that the query layer adds to a statement; equal to the connection's scope. */
export const queryScopeOf = (context: Context, request: Permission | readonly Permission[] | ScopeRequest): Scope =>
  unscoped.has(context) ? all : scopeOf(context, request);

const isEmpty = (scope: Scope): boolean => scope.kind === 'tenants' && scope.tenantIds.length === 0;

const ownScopeOf = (actor: Actor): Scope =>
  actor.kind === 'person' ? { kind: 'tenants', tenantIds: [actor.userId] } : nothing;

const shareds = new WeakMap<Scope, Scope>();
const withSystem = (scope: Scope & { kind: 'tenants' }): Scope => {
  const known = shareds.get(scope);
  if (known) return known;
  const widened: Scope = { kind: 'tenants', tenantIds: [...scope.tenantIds, systemTenantId] };
  shareds.set(scope, widened);
  return widened;
};

const asRequest = (request: Permission | readonly Permission[] | ScopeRequest): ScopeRequest =>
  typeof request === 'object' && 'permission' in request ? request : { permission: request };

/**
 * The tenant condition of a Kysely statement: `inScope(context, 'Locations:view', 'locations.tenant_id')`; for rows of
 * the person alone, with `own` and the column of the person's id.
 */
export const inScope = (
  context: Context,
  request: Permission | readonly Permission[] | ScopeRequest,
  column: string,
): RawBuilder<boolean> => {
  const scope = queryScopeOf(context, request);
  if (scope.kind === 'all') return sql<boolean>`true`;
  const [only, ...more] = scope.tenantIds;
  if (only === undefined) return sql<boolean>`false`;
  return more.length === 0
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = any (${scope.tenantIds}::uuid[])`;
};
