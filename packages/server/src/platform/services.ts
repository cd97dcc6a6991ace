import type { Logger } from 'pino';
import type { AccessSnapshots } from './access/access-snapshot.ts';
import type { AccessTokens } from './access/access-token.ts';
import type { IdentitySource } from './access/identity-source.ts';
import type { MachineVerifiers } from './access/machine-verifiers.ts';
import type { Sessions } from './access/sessions.ts';
import type { StoredContexts } from './access/stored-contexts.ts';
import type { TableAudits } from './audit/table-audit.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import type { ContentStore } from './content-store/content-store.ts';
import type { Gate } from './database/gate.ts';
import type { App } from './http/app-instance.ts';
import type { EntityDeclaration } from './odata/entity.ts';
import type { Metrics } from './metrics.ts';
import type { AreaConfiguration } from './tenant-configuration/configuration-part.ts';
import type { StepHandlers, TimerHandler } from './durable-work/step-handler.ts';
import type { Tracing } from './tracing/tracing.ts';
import type { DerivedKeys } from './secrets/derived-keys.ts';
import type { Work } from './durable-work/work-order.ts';

/** The services available to every area. */
export interface Services {
  readonly gate: Gate;
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly keys: DerivedKeys;
  /** Large files outside of the database. */
  readonly contents: ContentStore;
  readonly snapshot: AccessSnapshots;
  readonly storedContexts: StoredContexts;
  readonly accessTokens: AccessTokens;
  readonly sessions: Sessions;
  /** The identity provider. */
  readonly identity: IdentitySource;
  readonly machines: MachineVerifiers;
  readonly work: Work;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** `undefined` while tracing is off. */
  readonly tracing: Tracing | undefined;
}

/** An area of the product, as listed in `areas.ts`. */
export interface Area {
  /** The area's noun: `locations`. */
  readonly name: string;
  /** The entities that the area exposes through OData. */
  readonly entities?: readonly EntityDeclaration[];
  /** The audit requirements of the area's tables. */
  readonly tables?: TableAudits;
  /** The parts that the area adds to the configuration of a tenant as a file. */
  readonly configuration?: AreaConfiguration;
  /** Registers the area's routes; each states `config.permission`. */
  readonly routes?: (app: App, services: Services) => void | Promise<void>;
  /** Handlers of durable work by name. */
  readonly handlers?: StepHandlers<Services>;
  /** Handlers of timers by kind. */
  readonly timers?: Readonly<Record<string, TimerHandler<Services>>>;
  /** Periodic tasks of every worker, by name. Several workers may run the same task at the same time. */
  readonly tasks?: Readonly<Record<string, PeriodicTask>>;
}

/** A task that each worker repeats, with a pause between two runs. */
export interface PeriodicTask {
  readonly pauseMilliseconds: number;
  readonly run: (services: Services) => Promise<unknown>;
}
