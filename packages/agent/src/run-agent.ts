import { writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Enrolled } from '@cfs/contracts/agents';
import { forgetAgentKey, loadAgentKey, type AgentKey } from './agent-key.ts';
import { agentVersion } from './agent-version.ts';
import { enrol, forgetEnrolment, readEnrolment } from './enrolment.ts';
import { openPackageStore } from './installs/package-store.ts';
import { lockDirectory } from './instance-lock.ts';
import { readKeptConfiguration } from './kept-configuration.ts';
import type { Log } from './log.ts';
import { operate, type AgentEnd } from './operate.ts';
import { tokenFile, UsageError, type AgentOptions } from './options.ts';
import { pause, retry } from './retry.ts';
import { createServerClient, type ServerClient } from './server-client.ts';
import { createSession, promotionPollMilliseconds, type Session } from './session.ts';
import { openSpool } from './spool.ts';

const promotionPolls = { quick: 2_000, slow: promotionPollMilliseconds, quickFor: 10 * 60_000 } as const;

const enrolOnce = async (
  client: ServerClient,
  key: AgentKey,
  options: AgentOptions,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<Enrolled> => {
  const known = await readEnrolment(options.dataDirectory);
  if (known) return known;
  const { token, dataDirectory, machineName } = options;
  if (token === undefined) {
    throw new UsageError('This machine is not enrolled: pass a tenant token by CFS_AGENT_TOKEN or --token.');
  }
  const enrolled = await retry('enrolment', { log, signal }, () =>
    enrol(client, { dataDirectory, machineName, token, key }),
  );
  await rm(join(dataDirectory, tokenFile), { force: true });
  log.info('enrolled, waiting to be promoted', { agentId: enrolled.agentId });
  return enrolled;
};

const waitForPromotion = async (session: Session, log: Log, signal: AbortSignal): Promise<void> => {
  const quickUntil = performance.now() + promotionPolls.quickFor;
  while ((await retry('sign-in', { log, signal }, () => session.signIn())) === 'pending') {
    await pause(performance.now() < quickUntil ? promotionPolls.quick : promotionPolls.slow, signal);
    signal.throwIfAborted();
  }
};

/**
 * Runs the agent on this machine until the signal aborts, or the server asks it to start again. A machine that was
 * promoted once works by the configuration that it kept, even before it reaches the server.
 *
 * @throws RefusedError when the server refuses this agent for good, UsageError when it cannot enrol,
 * DirectoryInUseError while another agent runs on the same directory.
 */
export const runAgent = async (options: AgentOptions, log: Log, signal: AbortSignal): Promise<AgentEnd> => {
  const { dataDirectory } = options;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDirectory);
  try {
    return await runLocked(options, log, signal);
  } finally {
    await unlock();
  }
};

const runLocked = async (options: AgentOptions, log: Log, signal: AbortSignal): Promise<AgentEnd> => {
  const { dataDirectory, network } = options;
  if (options.reEnrol) {
    await forgetEnrolment(dataDirectory);
    await forgetAgentKey(dataDirectory);
  }
  const key = await loadAgentKey(dataDirectory);
  const spool = await openSpool({
    directory: join(dataDirectory, 'spool'),
    onDrop: (segments) => log.error('the spool was full or too old: unsent packets are lost', { segments }),
    onDamage: (lines) => log.error('the spool was damaged: lines that cannot be read are passed over', { lines }),
  });
  log.info('agent started', { version: agentVersion, server: options.server, fingerprint: key.fingerprint });
  try {
    const client = createServerClient(options.server, network, signal);
    const { agentId } = await enrolOnce(client, key, options, { log, signal });
    const session = createSession(client, agentId, key);
    const kept = await readKeptConfiguration(dataDirectory, agentId);
    if (!kept) await waitForPromotion(session, log, signal);
    return await operate({
      session,
      spool,
      log,
      signal,
      dataDirectory,
      network,
      kept,
      store: await openPackageStore(join(dataDirectory, 'packages')),
      publisherKeys: options.publisherKeys,
      environment: process.env,
      onProbation: options.probation !== undefined,
      onReported: () => {
        if (options.probation !== undefined) writeFileSync(options.probation, agentVersion);
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: 'stopped' };
  } finally {
    await spool.close();
  }
};
