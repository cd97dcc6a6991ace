import type { Logger } from 'pino';
import type { AccessTables } from './access/access-tables.ts';
import type { IdentitySource } from './access/identity-source.ts';
import { createSnapshotCache } from './access/snapshot-cache.ts';
import { createAccessTokens } from './access/access-token.ts';
import { createSessions } from './access/sessions.ts';
import { createMachineVerifiers } from './access/machine-verifiers.ts';
import { createStoredContexts } from './access/stored-contexts.ts';
import type { Clock } from './clock.ts';
import type { Configuration } from './configuration.ts';
import { openContentStore } from './content-store/open-content-store.ts';
import type { AccessGate, Gate } from './database/gate.ts';
import { measurePools } from './database/pool-metrics.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Services } from './services.ts';
import { createDerivedKeys } from './secrets/derived-keys.ts';
import { createWork } from './durable-work/create-work.ts';
import { measureQueue } from './durable-work/queue-metrics.ts';
import { measureSpans } from './tracing/span-metrics.ts';
import type { Tracing } from './tracing/tracing.ts';

/** Creates the services of all areas over one gate. Close `services.snapshot` before the gate. */
export const createServices = (options: {
  readonly configuration: Configuration;
  readonly masterKey: Uint8Array;
  readonly gate: Gate & AccessGate;
  readonly accessTables: AccessTables;
  readonly identity: IdentitySource;
  readonly clock: Clock;
  readonly log: Logger;
  /** The metrics to which the gate reports; without them its statements are not measured. */
  readonly metrics?: Metrics;
  readonly tracing?: Tracing | undefined;
}): Services => {
  const { gate, configuration, identity, clock, log, tracing } = options;
  const snapshot = createSnapshotCache(gate, options.accessTables, clock, log);
  const keys = createDerivedKeys(options.masterKey);
  const accessTokens = createAccessTokens(identity, clock);
  const metrics = options.metrics ?? createMetrics(clock);
  measureQueue(metrics.registry, gate, clock);
  measurePools(metrics.registry, gate);
  if (tracing) measureSpans(metrics.registry, tracing);
  return {
    gate,
    configuration,
    clock,
    keys,
    contents: openContentStore(configuration),
    snapshot,
    storedContexts: createStoredContexts(gate, snapshot),
    accessTokens,
    sessions: createSessions({ source: identity, tokens: accessTokens, gate, snapshots: snapshot, clock, log }),
    identity,
    machines: createMachineVerifiers(),
    work: createWork(tracing),
    log,
    metrics,
    tracing,
  };
};
