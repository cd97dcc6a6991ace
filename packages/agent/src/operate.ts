import { hostname, release, type as systemName } from 'node:os';
import { join, parse } from 'node:path';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { agentVersion } from './agent-version.ts';
import { pollConfiguration } from './configuration-poll.ts';
import { createHeartbeat, heartbeatPacket } from './heartbeat.ts';
import type { Network } from './http-request.ts';
import { createInstalls, type AgentUpdate } from './installs/installs.ts';
import type { PackageStore } from './installs/package-store.ts';
import { collectInventory } from './inventory/collect-inventory.ts';
import { inventoryTimes, reportInventory } from './inventory/report-inventory.ts';
import { storeConfiguration } from './kept-configuration.ts';
import { reasonOf, type Log } from './log.ts';
import { shipLogs } from './log-shipping.ts';
import { createMachineReader } from './machine-readings.ts';
import { createOperations, fingerprintOf } from './operations/operations.ts';
import { openRunJournal } from './operations/run-journal.ts';
import type { Session } from './session.ts';
import { createShipper } from './shipper.ts';
import type { Spool } from './spool.ts';
import { createTraceWindow } from './trace-window.ts';

/** Why the agent ended: it was stopped, the server asked for a restart, or another version is to replace it. */
export type AgentEnd =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'update'; readonly update: AgentUpdate };

/**
 * Runs a promoted agent until the signal aborts, the server asks for a restart, or an update is ready: sends
 * heartbeats, runs operations, installs packages, ships the spool and the log, and applies each new configuration.
 */
export const operate = async (options: {
  readonly session: Session;
  readonly spool: Spool;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly dataDirectory: string;
  readonly network: Network;
  /** The only keys that may sign bundles; if empty, those of the configuration apply. */
  readonly publisherKeys: readonly string[];
  readonly store: PackageStore;
  /** Whether this is a new version that has not reported to the server yet. */
  readonly onProbation: boolean;
  readonly environment: NodeJS.ProcessEnv;
  /** The stored configuration, used until the server responds. */
  readonly kept: AgentConfiguration | undefined;
  /** Called after a configuration from the server has been applied. */
  readonly onReported: () => void;
}): Promise<AgentEnd> => {
  const { session, spool, log, dataDirectory, network, kept } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const shared = { session, log, signal };
  const shipper = createShipper({ ...shared, spool });
  const readMachine = createMachineReader(parse(dataDirectory).root);
  const traceWindow = createTraceWindow(log);
  let configuration = kept;
  /** A configuration that is applied but not on disk yet. */
  let unkept: AgentConfiguration | undefined;
  let end: AgentEnd = { kind: 'stopped' };

  const finish = (reason: AgentEnd): void => {
    end = reason;
    ending.abort();
  };

  const heartbeat = createHeartbeat(async () => {
    if (!configuration) return;
    try {
      const readings = await readMachine();
      // The spool is closed once the agent has ended.
      if (signal.aborted) return;
      await spool.append([heartbeatPacket(configuration, readings, new Date())]);
      shipper.wake();
    } catch (error) {
      log.error('a heartbeat could not be stored', { reason: reasonOf(error) });
    }
  });

  const installs = createInstalls({
    ...shared,
    store: options.store,
    publisherKeys: options.publisherKeys,
    onProbation: options.onProbation,
    onUpdate: (update) => finish({ kind: 'update', update }),
  });

  const operations = createOperations({
    ...shared,
    network,
    journal: await openRunJournal(join(dataDirectory, 'runs')),
    scratchDirectory: join(dataDirectory, 'scratch'),
    environment: options.environment,
    known: new Set(kept?.operations?.map(fingerprintOf)),
    packageDirectory: installs.directoryOf,
    keepPacket: async (packet) => {
      await spool.append([packet]);
      shipper.wake();
    },
    factsOf: ({ deviceOperationId }, packageDirectory) => ({
      DeviceId: configuration?.deviceId ?? '',
      DeviceName: configuration?.name ?? '',
      DeviceOperationId: deviceOperationId,
      AgentVersion: agentVersion,
      MachineName: hostname(),
      OperatingSystem: `${systemName()} ${release()}`,
      PackageDirectory: packageDirectory ?? '',
    }),
  });

  const follow = (next: AgentConfiguration): void => {
    configuration = next;
    traceWindow.set(next.traceExpiration);
    heartbeat.setInterval(next.heartbeatInterval);
    installs.apply(next);
    operations.apply(next);
  };

  /**
   * A full disk does not delay a change: a configuration that cannot be written is applied, and stored after a later
   * response of the server.
   */
  const keep = async (): Promise<void> => {
    if (!unkept) return;
    try {
      await storeConfiguration(dataDirectory, unkept);
      unkept = undefined;
    } catch (error) {
      log.error('the configuration could not be stored', { reason: reasonOf(error) });
    }
  };

  const apply = async (next: AgentConfiguration): Promise<void> => {
    follow(next);
    unkept = next;
    await keep();
    options.onReported();
    log.info('configuration applied', {
      name: next.name,
      enabled: next.enabled,
      heartbeatInterval: next.heartbeatInterval,
      operations: next.operations.length,
      installs: next.installs.length,
      traceExpiration: next.traceExpiration,
    });
    if (!next.restartAgentFlag) return;
    await session.call({ method: 'POST', path: '/v1/agents/restarted' });
    finish({ kind: 'restart' });
  };

  /** Retries failed writes: of the configuration, and of the journal that runs on demand wait for. */
  const tryAgain = async (): Promise<void> => {
    await keep();
    if (configuration) operations.apply(configuration);
  };

  // A configuration that an earlier agent stored has no operations.
  if (kept?.operations && kept.installs) follow(kept);
  else if (kept) heartbeat.setInterval(kept.heartbeatInterval);
  const parts = [
    shipper.run(),
    pollConfiguration({ ...shared, apply, onUnchanged: tryAgain }),
    shipLogs({ ...shared, enabled: () => configuration?.shipsLogs ?? false }),
    reportInventory({ ...shared, times: inventoryTimes(kept !== undefined), collect: collectInventory }),
  ];
  try {
    await Promise.all(parts);
  } finally {
    heartbeat.stop();
    traceWindow.set(null);
    ending.abort();
    await Promise.allSettled([operations.stop(), installs.stop(), ...parts]);
  }
  return end;
};
