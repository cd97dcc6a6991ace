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

/** What a machine's credential is good for: enrolling agents, sending packets, being an enrolled agent. */
export type MachineUse = 'enrol' | 'packets' | 'agent';

/**
 * Who may call a route. A permission, or any of several, is held in the request's tenant or in another one (the gate
 * then narrows the rows). `signed-in`: any person with a grant. `anonymous`: no credential is looked at.
 * `machine`: a machine's credential alone, made for that use.
 */
export type RoutePermission =
  | Permission
  | readonly Permission[]
  | 'signed-in'
  | 'anonymous'
  | { readonly machine: MachineUse | readonly MachineUse[] };

/** An entity of the declaration, any other JSON by its schema, or a media type. */
export type DocumentedAnswer = EntityDeclaration | z.ZodType | `${string}/${string}`;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route states it; the server refuses to register one that does not. */
    permission: RoutePermission;
    /** Why a call that is no GET leaves no audit record; every other leaves one, as a conformance test holds. */
    unaudited?: AuditExemption;
    /** What the call does, one line for the API documentation; every route but pages has one. */
    summary?: string;
    /** What a successful answer holds where no response schema states it, by status; for the documentation alone. */
    answers?: Readonly<Record<number, DocumentedAnswer>>;
    /** The entity of a route that reads its set: open to tenant tokens that were made for reading lists. */
    list?: EntityDeclaration;
    /** Opens a route that reads no set to those tokens as well. */
    opensToReaders?: boolean;
    /** Bodies that no body schema states, by media type; for the documentation alone. */
    takes?: Readonly<Record<string, z.ZodType>>;
    /** A page: `:tenantId` of its path names the tenant, and a cookie may carry the credential (`page-cookie.ts`). */
    opensByAddress?: boolean;
    /** Leaves an anonymous route out of the count per address: pages and their parts. */
    unlimited?: boolean;
    /** Counts an anonymous route per address as the begin of a sign-in, which leaves a record behind. */
    startsSignIn?: boolean;
  }
  interface FastifyRequest {
    /** Who asks, and for which tenant. Reading it on an anonymous route is a programming error and throws. */
    readonly context: Context;
  }
}

/** The Fastify instance that areas register their routes on; schemas are zod. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;
