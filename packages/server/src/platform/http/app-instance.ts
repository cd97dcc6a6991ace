import type { Permission } from '@cfs/contracts/permissions';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { AuditExemption } from '../audit/table-audit.ts';
import type { Context } from '../context.ts';
import type { EntityDeclaration } from '../odata/entity.ts';

/** The use of a machine's credential: enrolling agents, sending packets, or being an enrolled agent. */
export type MachineUse = 'enrol' | 'packets' | 'agent';

/**
 * The callers of a route. A permission, or any of several, is held in the request's tenant or in another one (the gate
 * then restricts the rows). `signed-in`: any person with a grant. `anonymous`: credentials are ignored. `machine`: only
 * machine credentials of that use.
 */
export type RoutePermission =
  | Permission
  | readonly Permission[]
  | 'signed-in'
  | 'anonymous'
  | { readonly machine: MachineUse | readonly MachineUse[] };

/** An entity by its declaration, other JSON by its schema, or a media type. */
export type DocumentedAnswer = EntityDeclaration | z.ZodType | `${string}/${string}`;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route; the server refuses to register a route without it. */
    permission: RoutePermission;
    /** Why a call other than GET leaves no audit record; a conformance test checks all others. */
    unaudited?: AuditExemption;
    /** One line about the call for the API documentation; required except for pages. */
    summary?: string;
    /** The content of successful responses by status, if no response schema states it; for the documentation only. */
    answers?: Readonly<Record<number, DocumentedAnswer>>;
    /** The entity of a route that reads its set; opens the route to tenant tokens with read access. */
    list?: EntityDeclaration;
    /** Opens a route that reads no set to those tokens. */
    opensToReaders?: boolean;
    /** Bodies without a body schema, by media type; for the documentation only. */
    takes?: Readonly<Record<string, z.ZodType>>;
    /** A page: the path's `:tenantId` names the tenant, and a cookie may contain the credential (`page-cookie.ts`). */
    opensByAddress?: boolean;
    /** Exempts an anonymous route from the rate limit by address: pages and their assets. */
    unlimited?: boolean;
    /** The body is processed as it arrives: it is not held in memory and may take long. */
    streamsBody?: true;
    /** Applies the rate limit of sign-ins to an anonymous route, which stores a record for each call. */
    startsSignIn?: boolean;
    /** Limits an anonymous route per agent, which its path names, and by address with the limit of agents. */
    signsAgentIn?: boolean;
  }
  interface FastifyRequest {
    /** The caller and the tenant of the request. Throws on an anonymous route, which is a programming error. */
    readonly context: Context;
  }
}

/** The Fastify instance on which areas register their routes; schemas are zod. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
