import type { Permission } from '@cfs/contracts/permissions';
import type { Scope } from '../context.ts';
import type { AccessSnapshot, GrantRecord, PersonRecord } from './access-snapshot.ts';

/** The permissions that result from a person's grants, computed once for each snapshot. */
export interface HeldPermissions {
  /** Whether the person has any grant. */
  readonly granted: boolean;
  /** Whether a grant applies to the tenant. */
  readonly reaches: (tenantId: string) => boolean;
  /**
   * Since when a grant applies to the tenant, in milliseconds since 1970; infinite for an invitation that is not yet
   * accepted.
   */
  readonly grantedSince: (tenantId: string) => number;
  /** The permissions in one tenant. */
  readonly inTenant: (tenantId: string) => ReadonlySet<Permission>;
  /** The tenants in which any of the permissions is held; returns the same object for equal arguments. */
  readonly scopeOf: (permission: Permission | readonly Permission[]) => Scope;
}

const everything: Scope = { kind: 'all' };

const combine = (accepted: readonly GrantRecord[], invited: readonly GrantRecord[]): HeldPermissions => {
  const grants = [...accepted, ...invited];
  const everywhere = new Set<Permission>();
  const byTenant = new Map<string, Set<Permission>>();
  for (const grant of grants) {
    const held = grant.tenantId === undefined ? everywhere : (byTenant.get(grant.tenantId) ?? new Set());
    for (const permission of grant.permissions) held.add(permission);
    if (grant.tenantId !== undefined) byTenant.set(grant.tenantId, held);
  }
  const since = new Map<string | undefined, number>();
  for (const { tenantId, createdTime } of accepted)
    since.set(tenantId, Math.min(createdTime, since.get(tenantId) ?? Number.POSITIVE_INFINITY));
  const reachesAll = grants.some((grant) => grant.tenantId === undefined);
  const merged = new Map<string, ReadonlySet<Permission>>();
  const scopes = new Map<string, Scope>();

  const findScope = (permissions: readonly Permission[]): Scope => {
    if (permissions.some((permission) => everywhere.has(permission))) return everything;
    const tenantIds = [...byTenant]
      .filter(([, held]) => permissions.some((permission) => held.has(permission)))
      .map(([tenantId]) => tenantId)
      .sort();
    return { kind: 'tenants', tenantIds };
  };

  return {
    granted: grants.length > 0,
    reaches: (tenantId) => reachesAll || byTenant.has(tenantId),
    grantedSince: (tenantId) =>
      Math.min(since.get(tenantId) ?? Number.POSITIVE_INFINITY, since.get(undefined) ?? Number.POSITIVE_INFINITY),
    inTenant: (tenantId) => {
      const own = byTenant.get(tenantId);
      if (!own) return everywhere;
      const union = merged.get(tenantId) ?? new Set([...everywhere, ...own]);
      merged.set(tenantId, union);
      return union;
    },
    scopeOf: (permission) => {
      const permissions = typeof permission === 'string' ? [permission] : permission;
      const key = permissions.join();
      const scope = scopes.get(key) ?? findScope(permissions);
      scopes.set(key, scope);
      return scope;
    },
  };
};

const known = new WeakMap<AccessSnapshot, Map<string, HeldPermissions>>();

/** The permissions of a person from direct grants, groups, claims, and invitations that are not yet accepted. */
export const heldPermissions = (
  snapshot: AccessSnapshot,
  person: PersonRecord,
  groups: readonly string[] = [],
  mapped: readonly GrantRecord[] = [],
  invited: readonly GrantRecord[] = [],
): HeldPermissions => {
  const ofSnapshot = known.get(snapshot) ?? new Map<string, HeldPermissions>();
  known.set(snapshot, ofSnapshot);
  const key = JSON.stringify([person.userId, groups, [...mapped, ...invited].map((grant) => grant.grantId)]);
  const held =
    ofSnapshot.get(key) ??
    combine(
      [
        ...(snapshot.grantsByUser.get(person.userId) ?? []),
        ...mapped,
        ...groups.flatMap((group) => snapshot.grantsByGroup.get(group) ?? []),
      ],
      invited,
    );
  ofSnapshot.set(key, held);
  return held;
};
