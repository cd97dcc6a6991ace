import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Enrolled } from '@cfs/contracts/agents';
import { deleteAgentKey, loadAgentKey, type AgentKey } from './agent-key.ts';
import { agentVersion } from './agent-version.ts';
import { enrol, deleteEnrolment, readEnrolment } from './enrolment.ts';
import { openPackageStore, type RefusedVersion } from './installs/package-store.ts';
import { lockDirectory } from './instance-lock.ts';
import { readKeptConfiguration } from './kept-configuration.ts';
import { reasonOf, type Log } from './log.ts';
import { operate, type AgentEnd } from './operate.ts';
import { reEnrolFile, tokenFile, UsageError, type AgentOptions } from './options.ts';
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
  const { token, dataDirectory, machineName } = options;
  const deleteToken = (): Promise<void> => rm(join(dataDirectory, tokenFile), { force: true });
  const known = await readEnrolment(dataDirectory);
  if (known) {
    // A repeated installation leaves a token file.
    await deleteToken();
    return known;
  }
  if (token === undefined) {
    throw new UsageError('This machine is not enrolled: pass a tenant token in CFS_AGENT_TOKEN or by --token.');
  }
  const enrolled = await retry('enrolment', { log, signal }, () =>
    enrol(client, { dataDirectory, machineName, token, key }),
  );
  await deleteToken();
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
 * Writes the marker that tells the waiting former version that this one has reported; retries failed writes. Never
 * rejects.
 */
const proveVersion = (
  marker: string,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
): Promise<void> =>
  // Disk errors count as transient, so only the signal ends the attempts.
  retry('writing the marker of the new version', { log, signal }, () => writeFile(marker, agentVersion)).catch(
    () => undefined,
  );

/** A version of the agent that was rolled back. */
export interface RefusedUpdate {
  readonly packageId: string;
  readonly version: RefusedVersion;
}

/**
 * Runs the agent on this machine until the signal aborts, the server asks for a restart, or an update is ready. A
 * machine that was promoted before works with its stored configuration even before it reaches the server. The `refused`
 * version is not tried again.
 *
 * @throws RefusedError if the server refuses this agent permanently, UsageError if it is not enrolled and has no token,
 * DirectoryInUseError while another agent uses the same directory.
 */
export const runAgent = async (
  options: AgentOptions,
  log: Log,
  signal: AbortSignal,
  refused?: RefusedUpdate,
): Promise<AgentEnd> => {
  const { dataDirectory } = options;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDirectory);
  try {
    return await runLocked(options, log, signal, refused);
  } finally {
    await unlock();
  }
};

const runLocked = async (
  options: AgentOptions,
  log: Log,
  signal: AbortSignal,
  refused: RefusedUpdate | undefined,
): Promise<AgentEnd> => {
  const { dataDirectory, network } = options;
  if (options.reEnrol) {
    await deleteEnrolment(dataDirectory);
    await deleteAgentKey(dataDirectory);
    await rm(join(dataDirectory, reEnrolFile), { force: true });
  }
  const key = await loadAgentKey(dataDirectory);
  const store = await openPackageStore(join(dataDirectory, 'packages'), {
    onPruneFailure: (packageId, error) =>
      log.warn('files of a package that are no longer used could not be deleted', {
        packageId,
        reason: reasonOf(error),
      }),
  });
  if (refused) {
    await store.refuse(refused.packageId, refused.version).catch((error: unknown) => {
      log.error('the refused version of the agent could not be stored', { reason: reasonOf(error) });
    });
  }
  const spool = await openSpool({
    directory: join(dataDirectory, 'spool'),
    onDrop: (segments) => log.error('the spool was full or too old: unsent packets are lost', { segments }),
    onDamage: (lines) => log.error('the spool was damaged: unreadable lines are skipped', { lines }),
  });
  let proving: Promise<void> | undefined;
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
      store,
      publisherKeys: options.publisherKeys,
      environment: process.env,
      onProbation: options.probation !== undefined,
      onReported: () => {
        if (options.probation !== undefined) proving ??= proveVersion(options.probation, { log, signal });
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: 'stopped' };
  } finally {
    await spool.close();
  }
};
