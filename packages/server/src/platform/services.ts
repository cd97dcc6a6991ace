import type { Logger } from 'pino';
import type { AccessSnapshots } from './access/access-snapshot.ts';
import type { MachineVerifiers } from './access/machine-verifiers.ts';
import type { Audit } from './audit/audit.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import type { Context } from './context.ts';
import type { Gate, ScopedDatabase } from './database/gate.ts';
import type { App } from './http/app-instance.ts';
import type { EntityDeclaration } from './odata/entity.ts';

/** What a change asks to be done after it is committed, once, in order. */
export interface WorkOrder {
  readonly tenantId: string;
  /** Steps of one subject run one after the other. */
  readonly subject: { readonly kind: string; readonly id: string };
  /** What happened, for example `WorkUnitEvent`. */
  readonly kind: string;
  readonly payload: unknown;
  readonly steps: readonly {
    readonly action: string;
    readonly sequence: number;
    /** Name under which an area has registered the handler. */
    readonly handler: string;
    readonly input: unknown;
  }[];
}

/** Where changes leave their work, within their own transaction. */
export interface Work {
  record(db: ScopedDatabase, context: Context, order: WorkOrder): Promise<void>;
}

/** What a handler is given to do; `idempotencyKey` is the same on every attempt. */
export interface Step {
  readonly stepId: string;
  readonly tenantId: string;
  readonly idempotencyKey: string;
  readonly attempt: number;
  readonly input: unknown;
}

export type StepOutcome =
  | { readonly kind: 'done'; readonly result?: unknown }
  | { readonly kind: 'retry'; readonly after: Date; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export type StepHandler = (step: Step, services: Services) => Promise<StepOutcome>;

/** What every area is given to work with. */
export interface Services {
  readonly gate: Gate;
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly snapshot: AccessSnapshots;
  readonly machines: MachineVerifiers;
  readonly work: Work;
  readonly log: Logger;
}

/** One area of the product, as `areas.ts` lists it. */
export interface Area {
  /** The noun that the area bears everywhere: `locations`. */
  readonly name: string;
  /** What the area shows through OData. */
  readonly entities?: readonly EntityDeclaration[];
  /** Registers the area's routes; each states `config.permission`. */
  readonly routes?: (app: App, services: Services) => void | Promise<void>;
  /** Handlers of durable work by name. */
  readonly handlers?: Readonly<Record<string, StepHandler>>;
}
