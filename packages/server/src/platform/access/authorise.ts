import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import type { RoutePermission } from '../http/app-instance.ts';
import { forbidden, Problem, unauthorized } from '../problems.ts';
import type { AccessSnapshot, AccessSnapshots, PersonRecord } from './access-snapshot.ts';
import type { Caller, Callers } from './caller.ts';
import { challengeOf, credentialOf, opensToReaders } from './credential.ts';
import { invitationIn } from './invitations.ts';
import { machineContext, personContext } from './request-context.ts';
import { namedTenant } from './request-tenant.ts';

/** Stores a request's context; only the authorisation hook can write it. */
const admitted = Symbol('context');

declare module 'fastify' {
  interface FastifyRequest {
    [admitted]?: Context;
  }
}

/** The context of a request; `undefined` before its authorisation and for anonymous ones. */
export const admittedContext = (request: FastifyRequest): Context | undefined => request[admitted];

const contextOf = (request: FastifyRequest): Context => {
  const context = request[admitted];
  if (!context)
    throw new TypeError(`${request.method} ${request.routeOptions.url ?? ''} is anonymous and has no context.`);
  return context;
};

/** Authorises requests before their body is read: caller, tenant and the route's permission. */
export const authoriseRequests = (
  app: FastifyInstance,
  options: {
    readonly callers: Callers;
    readonly snapshots: AccessSnapshots;
    readonly clock: Clock;
    /** Accepts the invitation of the tenant that the person has just opened: its grants become the person's. */
    readonly acceptInvitation: (context: Context, invitation: PersonRecord, person: PersonRecord) => Promise<void>;
    /** Throws a 429 problem if an address sends too many invalid credentials. */
    readonly countRefusal: (request: FastifyRequest) => void;
    /** Throws a 429 problem if a credential is used too often. */
    readonly countCall: (request: FastifyRequest) => void;
  },
): void => {
  app.decorateRequest('context', {
    getter(this: FastifyRequest) {
      return contextOf(this);
    },
  });

  const callerOf = async (request: FastifyRequest, snapshot: AccessSnapshot): Promise<Caller> => {
    try {
      return await options.callers.identify(credentialOf(request), snapshot, () => namedTenant(request));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      options.countRefusal(request);
      throw unauthorized(error.detail, challengeOf(request));
    }
  };

  const admit = async (request: FastifyRequest, permission: Exclude<RoutePermission, 'anonymous'>): Promise<void> => {
    const snapshot = await options.snapshots.current();
    const caller = await callerOf(request, snapshot);
    if (caller.kind === 'stranger') throw forbidden();
    const context =
      caller.kind === 'person'
        ? admitPerson(personContext(request, options.clock, snapshot, caller.person, caller.held), permission)
        : admitMachine(request, options.clock, caller, permission);
    request[admitted] = context;
    options.countCall(request);
    const invitation = caller.kind === 'person' && invitationIn(snapshot, caller.person, context.tenantId);
    if (invitation) await options.acceptInvitation(context, invitation, caller.person);
  };

  app.addHook('onRequest', (request, _reply, done) => {
    const permission: RoutePermission | undefined = request.is404 ? undefined : request.routeOptions.config.permission;
    if (permission === undefined || permission === 'anonymous') return done();
    admit(request, permission).then(() => done(), done);
  });
};

const admitPerson = (context: Context, permission: Exclude<RoutePermission, 'anonymous'>): Context => {
  if (permission === 'signed-in') return context;
  if (isMachineRoute(permission)) throw forbidden();
  const scope = context.scopeOf(permission);
  if (scope.kind === 'tenants' && scope.tenantIds.length === 0) throw forbidden();
  return context;
};

const admitMachine = (
  request: FastifyRequest,
  clock: Clock,
  caller: Caller & { kind: 'machine' },
  permission: Exclude<RoutePermission, 'anonymous'>,
): Context => {
  if (permission !== 'signed-in' && isMachineRoute(permission)) {
    const uses = typeof permission.machine === 'string' ? [permission.machine] : permission.machine;
    if (!uses.some((use) => caller.credential.uses.includes(use))) throw forbidden();
    return machineContext(request, clock, caller.credential, 'machine-route');
  }
  if (!caller.readsLists || !opensToReaders(request)) throw forbidden();
  return admitPerson(machineContext(request, clock, caller.credential, 'lists'), permission);
};

type MachineRoute = Extract<RoutePermission, { machine: unknown }>;

const isMachineRoute = (permission: RoutePermission): permission is MachineRoute =>
  typeof permission === 'object' && 'machine' in permission;
