import { builtInRoles } from '@cfs/contracts/roles';
import type { Permission } from '@cfs/contracts/permissions';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { systemTenantId, type Context, type Scope } from '../context.ts';
import { forbidden } from '../problems.ts';
import type { AccessSnapshot, PersonRecord, StoredContext, TenantRecord } from './access-snapshot.ts';
import type { MachineCredential } from './machine-verifiers.ts';
import type { HeldPermissions } from './permissions-held.ts';
import { namedSubscription, namedTenant } from './request-tenant.ts';

const nothing: Scope = { kind: 'tenants', tenantIds: [] };
const readable: ReadonlySet<Permission> = new Set(builtInRoles.Viewer);

/** Whether a request only reads; `POST …/$query` does. */
export const isRead = (request: FastifyRequest): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.url?.endsWith('/$query') === true;

/**
 * The context of a person's request. Its tenant is the one named by the request; otherwise, for reads, the one selected
 * last; otherwise the enabled one with the oldest grant, by name if there are several, so that a new grant does not
 * change it. A tenant without a grant gets the same 403 whether it exists or not. Its subscription is the one named by
 * the request, otherwise the one selected last with the tenant.
 */
export const personContext = (
  request: FastifyRequest,
  clock: Clock,
  snapshot: AccessSnapshot,
  person: PersonRecord,
  held: HeldPermissions,
): Context => {
  if (!held.granted) throw forbidden();
  const stored = snapshot.storedContexts.get(person.userId);
  const tenantId = tenantOf(request, snapshot, held, stored);
  const permissions = held.inTenant(tenantId);
  return {
    actor: { kind: 'person', userId: person.userId, userName: person.mail, name: person.name },
    tenantId,
    subscriptionId: subscriptionOf(request, tenantId, stored),
    traceId: request.id,
    span: request.span,
    clock,
    address: request.ip,
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    grants: held,
    can: (permission) => permissions.has(permission),
    scopeOf: held.scopeOf,
  };
};

const subscriptionOf = (
  request: FastifyRequest,
  tenantId: string,
  stored: StoredContext | undefined,
): string | undefined => {
  const named = namedSubscription(request);
  if (named !== undefined) return named ?? undefined;
  return stored?.tenantId === tenantId ? stored.subscriptionId : undefined;
};

const tenantOf = (
  request: FastifyRequest,
  snapshot: AccessSnapshot,
  held: HeldPermissions,
  stored: StoredContext | undefined,
): string => {
  const named = namedTenant(request);
  if (named !== undefined) {
    if (!snapshot.tenants.has(named) || !held.reaches(named)) throw forbidden();
    return named;
  }
  if (stored && isRead(request) && snapshot.tenants.has(stored.tenantId) && held.reaches(stored.tenantId)) {
    return stored.tenantId;
  }
  const tenantId = usualTenants.get(held) ?? usualTenantOf(snapshot, held);
  usualTenants.set(held, tenantId);
  return tenantId;
};

/** By permissions, which are computed for each snapshot. */
const usualTenants = new WeakMap<HeldPermissions, string>();

const usualTenantOf = (snapshot: AccessSnapshot, held: HeldPermissions): string => {
  const reached = snapshot.tenantsByName.filter((each) => held.reaches(each.tenantId));
  const enabled = reached.filter((each) => each.enabled);
  return (withOldestGrant(enabled, held) ?? withOldestGrant(reached, held))?.tenantId ?? systemTenantId;
};

/** The first of the tenants with the oldest grant. */
const withOldestGrant = (tenants: readonly TenantRecord[], held: HeldPermissions): TenantRecord | undefined => {
  const first = Math.min(...tenants.map(({ tenantId }) => held.grantedSince(tenantId)));
  return tenants.find(({ tenantId }) => held.grantedSince(tenantId) === first);
};

/**
 * The context of a machine, always in the tenant of its credential. On machine routes its access is limited by the
 * route; on lists it has the permissions of a Viewer.
 */
export const machineContext = (
  request: FastifyRequest,
  clock: Clock,
  credential: MachineCredential,
  reach: 'machine-route' | 'lists',
): Context => {
  const named = namedTenant(request);
  if (named !== undefined && named !== credential.tenantId) throw forbidden();
  const own: Scope = ownScope(credential.tenantId);
  const holds = (permission: Permission): boolean => reach === 'machine-route' || readable.has(permission);
  return {
    actor: credential.actor,
    tenantId: credential.tenantId,
    subscriptionId: undefined,
    traceId: request.id,
    span: request.span,
    clock,
    address: request.ip,
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    can: holds,
    scopeOf: (permission) =>
      (typeof permission === 'string' ? holds(permission) : permission.some(holds)) ? own : nothing,
  };
};

/** Cached by tenant, so that the scope key is found by identity. */
const ownScopes = new Map<string, Scope>();
const ownScope = (tenantId: string): Scope => {
  const scope = ownScopes.get(tenantId) ?? { kind: 'tenants', tenantIds: [tenantId] };
  ownScopes.set(tenantId, scope);
  return scope;
};
