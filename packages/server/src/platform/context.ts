import { randomUUID } from 'node:crypto';
import type { Permission } from '@cfs/contracts/permissions';
import type { Clock } from './clock.ts';
import { ambientOrigin } from './tracing/ambient-origin.ts';
import type { Origin, SpanReference } from './tracing/tracing.ts';

/** The tenant of shared catalogue rows; `null` in wire form. */
export const systemTenantId = '00000000-0000-0000-0000-000000000001';

/** The actor: a signed-in person, a machine with a tenant token, an enrolled device, or the system. */
export type Actor =
  | { readonly kind: 'person'; readonly userId: string; readonly userName: string; readonly name: string }
  | { readonly kind: 'token'; readonly tokenGrantId: string; readonly name: string }
  | { readonly kind: 'device'; readonly deviceId: string; readonly name: string }
  | { readonly kind: 'pending-device'; readonly pendingDeviceId: string; readonly name: string }
  | { readonly kind: 'system'; readonly name: string };

/** The tenants whose rows a statement may access. An empty `tenants` means none. */
export type Scope = { readonly kind: 'all' } | { readonly kind: 'tenants'; readonly tenantIds: readonly string[] };

/**
 * Carried by every request, job and agent call; required for all data access
 * (docs/reference/permissions.md#where-a-permission-counts).
 */
export interface Context extends Origin {
  readonly actor: Actor;
  /** The tenant of the request: from its header, the stored selection or the credential. */
  readonly tenantId: string;
  /** The selected subscription, if any. */
  readonly subscriptionId: string | undefined;
  readonly clock: Clock;
  /** Address of the caller, for the audit; `undefined` for jobs. */
  readonly address: string | undefined;
  /** Method and path template of the route, for the audit; `undefined` for jobs. */
  readonly route?: string;
  /**
   * Identity for caches: the same object while `scopeOf` returns the same; `undefined` if nothing outlives the request.
   */
  readonly grants?: object;
  /** Whether the actor holds the permission in the request's tenant. */
  can(permission: Permission): boolean;
  /** The tenants in which the actor holds any of the permissions; the entity adds shared rows. */
  scopeOf(permission: Permission | readonly Permission[]): Scope;
}

const everything: Scope = { kind: 'all' };

/**
 * A context for jobs, timers and seeding, with all permissions in its tenants. While tracing is on, a context that is
 * created within a request or step belongs to its trace.
 */
export const systemContext = (options: {
  readonly name: string;
  readonly clock: Clock;
  readonly tenantId: string | 'all';
  readonly traceId?: string;
  readonly span?: SpanReference | undefined;
}): Context => {
  const origin = ambientOrigin();
  const scope: Scope = options.tenantId === 'all' ? everything : { kind: 'tenants', tenantIds: [options.tenantId] };
  return {
    actor: { kind: 'system', name: options.name },
    tenantId: options.tenantId === 'all' ? systemTenantId : options.tenantId,
    subscriptionId: undefined,
    traceId: options.traceId ?? origin?.traceId ?? randomUUID(),
    span: options.span ?? origin?.span,
    clock: options.clock,
    address: undefined,
    can: () => true,
    scopeOf: () => scope,
  };
};

/** The id of a person, credential or machine; `undefined` for the system. */
export const actorId = (actor: Actor): string | undefined => {
  switch (actor.kind) {
    case 'person':
      return actor.userId;
    case 'token':
      return actor.tokenGrantId;
    case 'device':
      return actor.deviceId;
    case 'pending-device':
      return actor.pendingDeviceId;
    case 'system':
      return undefined;
  }
};

/** The actor's name in `createdBy`, histories and the audit: for a person the mail. */
export const actorName = (actor: Actor): string => (actor.kind === 'person' ? actor.userName : actor.name);
