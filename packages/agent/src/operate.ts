import { parse } from 'node:path';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { pollConfiguration } from './configuration-poll.ts';
import { keepConfiguration } from './kept-configuration.ts';
import { createHeartbeat, heartbeatPacket } from './heartbeat.ts';
import { reasonOf, type Log } from './log.ts';
import { shipLogs } from './log-shipping.ts';
import { createMachineReader } from './machine-readings.ts';
import type { Session } from './session.ts';
import { createShipper } from './shipper.ts';
import type { Spool } from './spool.ts';

/** Why the agent ended: asked to stop, or asked by the server to start again. */
export type AgentEnd = 'stopped' | 'restart';

/**
 * What a promoted agent does until the signal aborts or the server asks it to start again: it beats, ships its spool
 * and its log, and follows its configuration.
 */
export const operate = async (options: {
  readonly session: Session;
  readonly spool: Spool;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly dataDirectory: string;
  /** The configuration of the last time, to go by until the server tells another. */
  readonly kept: AgentConfiguration | undefined;
}): Promise<AgentEnd> => {
  const { session, spool, log } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const shared = { session, log, signal };
  const shipper = createShipper({ ...shared, spool });
  const readMachine = createMachineReader(parse(options.dataDirectory).root);
  let configuration = options.kept;
  let end: AgentEnd = 'stopped';

  const heartbeat = createHeartbeat(async () => {
    if (!configuration) return;
    try {
      await spool.append([heartbeatPacket(configuration, await readMachine(), new Date())]);
      shipper.wake();
    } catch (error) {
      log.error('a heartbeat could not be kept', { reason: reasonOf(error) });
    }
  });

  const apply = async (next: AgentConfiguration): Promise<void> => {
    configuration = next;
    await keepConfiguration(options.dataDirectory, next);
    log.trace(next.traceExpiration !== null && Date.parse(next.traceExpiration) > Date.now());
    heartbeat.setInterval(next.heartbeatInterval);
    log.info('configuration applied', { ...next });
    if (!next.restartAgentFlag) return;
    await session.call({ method: 'POST', path: '/v1/agents/restarted' });
    end = 'restart';
    ending.abort();
  };

  if (configuration) heartbeat.setInterval(configuration.heartbeatInterval);
  const parts = [
    shipper.run(),
    pollConfiguration({ ...shared, apply }),
    shipLogs({ ...shared, enabled: () => configuration?.shipsLogs ?? false }),
  ];
  try {
    await Promise.all(parts);
  } finally {
    heartbeat.stop();
    ending.abort();
    await Promise.allSettled(parts);
  }
  return end;
};
