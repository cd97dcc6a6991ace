import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentInstall, InstallState } from '@cfs/contracts/agent-installs';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { agentVersion } from '../agent-version.ts';
import { reasonOf, type Log } from '../log.ts';
import { isSingleFile } from '../own-program.ts';
import { isTransient, pause } from '../retry.ts';
import { ServerError } from '../server-client.ts';
import type { Session } from '../session.ts';
import { unpackBundle } from './bundle.ts';
import { downloadBundle } from './download-bundle.ts';
import { InstallError } from './install-error.ts';
import { createInstallFailures } from './install-failures.ts';
import { createInstallReporter } from './install-reports.ts';
import type { InstalledPackage, PackageStore } from './package-store.ts';

/** Another version of the agent, unpacked and verified. */
export interface AgentUpdate {
  readonly packageId: string;
  readonly packageVersionId: string;
  readonly version: string;
  /** `desired` of the install. */
  readonly desired: string | undefined;
  /** Path of the program. */
  readonly program: string;
}

/** Reconciles the packages of the machine with the configuration. */
export interface Installs {
  apply(configuration: AgentConfiguration): void;
  /**
   * Directory of the installed version of a package, which may still be the former one; `undefined` if there is none.
   */
  readonly directoryOf: (packageId: string, packageVersionId: string) => string | undefined;
  stop(): Promise<void>;
}

const usualRetryMilliseconds = { network: 10_000, machine: 5 * 60_000 } as const;
const longestSleep = 24 * 60 * 60_000;

export const createInstalls = (options: {
  readonly session: Session;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly store: PackageStore;
  /** The only keys that may sign bundles; if empty, those of the configuration apply. */
  readonly publisherKeys: readonly string[];
  /** Whether this is a new version of the agent that has not reported yet; it does not touch its own package. */
  readonly onProbation: boolean;
  readonly onUpdate: (update: AgentUpdate) => void;
  readonly retryMilliseconds?: { readonly network: number; readonly machine: number };
}): Installs => {
  const { session, log, signal, store, retryMilliseconds = usualRetryMilliseconds } = options;
  /** Packages whose removal the server has acknowledged. */
  const knownRemovals: string[] = [];
  const failures = createInstallFailures();
  let configuration: AgentConfiguration | undefined;
  let sleeping = new AbortController();
  let running: Promise<void> | undefined;
  let reportedAll = false;
  /** When to try again after a failed removal or reconciliation, in milliseconds of `performance.now`. */
  let retryAt = Number.POSITIVE_INFINITY;
  const reporter = createInstallReporter({
    ...options,
    onAcknowledged: ({ packageId, state }) => {
      if (state !== 'Removed') return;
      knownRemovals.push(packageId);
      sleeping.abort();
    },
  });

  const keysOf = ({ publisherKeys }: AgentConfiguration): readonly string[] =>
    options.publisherKeys.length > 0 ? options.publisherKeys : publisherKeys;
  /** Key of a failure, which applies to this bundle and these keys until the version is set again. */
  const failureKey = (install: AgentInstall, keys: readonly string[]): string =>
    [install.packageVersionId, install.sha256, install.desired, ...keys].join(' ');

  const tell = (
    { packageId, packageVersionId }: Pick<AgentInstall, 'packageId' | 'packageVersionId'>,
    state: InstallState,
    { percent = 100, error = null }: { readonly percent?: number; readonly error?: string | null } = {},
  ): void => reporter.report({ packageId, packageVersionId, state, percent, error });

  const isDone = (install: AgentInstall): boolean => {
    if (install.isAgent) {
      if (store.refusedVersion(install) || options.onProbation) return true;
      if (install.version !== agentVersion) return false;
    }
    return store.find(install.packageId)?.packageVersionId === install.packageVersionId;
  };

  const downloadAndInstall = async (install: AgentInstall, keys: readonly string[]): Promise<void> => {
    const path = store.downloadPath(install);
    tell(install, 'Downloading', { percent: 0 });
    await downloadBundle(session, install, path, {
      onProgress: (percent) => tell(install, 'Downloading', { percent }),
      signal,
    });
    tell(install, 'Verifying');
    const installed = await store.install(install, async (directory) => {
      tell(install, 'Installing');
      try {
        return await unpackBundle(path, directory, { version: install.version, keys });
      } catch (error) {
        if (needsAdministrator(error)) throw error;
        // Other keys may be trusted later: the bundle is then downloaded again.
        await rm(path, { force: true });
        throw error instanceof InstallError ? error : new InstallError(reasonOf(error));
      }
    });
    await rm(path, { force: true });
    log.info('package installed', { package: install.packageName, version: install.version });
    if (!install.isAgent || install.version === agentVersion) {
      tell(install, 'Installed');
      return;
    }
    beginUpdate(install, installed.executable);
  };

  const beginUpdate = (install: AgentInstall, executable: string | undefined): void => {
    if (executable === undefined) throw new InstallError('the manifest of the bundle names no executable');
    if (!isSingleFile) throw new InstallError('this agent is not a single file, and cannot replace itself');
    const { packageId, packageVersionId, version, desired } = install;
    tell(install, 'Installing');
    const program = join(store.directoryOf(install), executable);
    options.onUpdate({ packageId, packageVersionId, version, desired, program });
  };

  const tryInstall = async (install: AgentInstall, keys: readonly string[]): Promise<void> => {
    const key = failureKey(install, keys);
    if (failures.isWaiting(install.packageId, key, performance.now())) return;
    try {
      const there = store.find(install.packageId);
      if (install.isAgent && there?.packageVersionId === install.packageVersionId)
        beginUpdate(install, there.executable);
      else await downloadAndInstall(install, keys);
      failures.clear(install.packageId);
    } catch (error) {
      if (signal.aborted) return;
      const isNetwork = !(error instanceof InstallError) && !needsAdministrator(error);
      const wait = isNetwork
        ? retryMilliseconds.network
        : error instanceof InstallError && error.isFinal
          ? Number.POSITIVE_INFINITY
          : retryMilliseconds.machine;
      failures.note(install.packageId, { key, retryAt: performance.now() + wait });
      const reason = reasonOf(error);
      log.error('package could not be installed', { package: install.packageName, version: install.version, reason });
      if (!isNetwork) tell(install, 'Failed', { percent: 0, error: reason.slice(0, 2_000) });
    }
  };

  /** Removes a package or its leftover files. A failure is logged and does not prevent other installs. */
  const tryRemove = async ({ packageId, packageVersionId, version }: InstalledPackage): Promise<void> => {
    try {
      if (store.find(packageId)) {
        await store.remove(packageId);
        log.info('package removed', { packageId, version });
      }
      await store.clear(packageId);
      // Repeated until it is acknowledged, also after a restart.
      tell({ packageId, packageVersionId }, 'Removed');
    } catch (error) {
      retryAt = performance.now() + retryMilliseconds.machine;
      log.error('package could not be removed', { packageId, version, reason: reasonOf(error) });
    }
  };

  const reconcile = async (wanted: AgentConfiguration): Promise<void> => {
    const keys = keysOf(wanted);
    failures.keepOnly(wanted.installs.filter((install) => !isDone(install)).map(({ packageId }) => packageId));
    for (const packageId of knownRemovals.splice(0)) await store.acknowledgeRemoval(packageId);
    const isWanted = (each: InstalledPackage): boolean =>
      wanted.installs.some(({ packageId }) => packageId === each.packageId);
    for (const each of [...store.removed(), ...store.installed().filter((one) => !isWanted(one))])
      await tryRemove(each);
    for (const install of wanted.installs) {
      if (signal.aborted || configuration !== wanted) return;
      if (!isDone(install)) await tryInstall(install, keys);
      else if (!reportedAll && !(install.isAgent && options.onProbation)) reportDone(install);
    }
    reportedAll = true;
  };

  const reportDone = (install: AgentInstall): void => {
    const refused = store.refusedVersion(install);
    if (refused) tell(install, 'RolledBack', { error: refused.error });
    else tell(install, 'Installed');
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      sleeping = new AbortController();
      const wanted = configuration;
      retryAt = Number.POSITIVE_INFINITY;
      try {
        if (wanted) await reconcile(wanted);
      } catch (error) {
        retryAt = performance.now() + retryMilliseconds.machine;
        log.error('packages could not be reconciled', { reason: reasonOf(error) });
      }
      const next = Math.min(retryAt, failures.nextRetry(), performance.now() + longestSleep);
      if (configuration === wanted) {
        await pause(Math.max(1_000, next - performance.now()), AbortSignal.any([signal, sleeping.signal]));
      }
    }
  };

  return {
    apply: (next) => {
      configuration = next;
      sleeping.abort();
      running ??= run();
    },
    directoryOf: (packageId) => {
      const installed = store.find(packageId);
      return installed && store.directoryOf(installed);
    },
    stop: async () => {
      await running;
    },
  };
};

/** Whether an administrator must fix the cause: a full disk, a missing permission, a refusal of the server. */
const needsAdministrator = (error: unknown): boolean =>
  error instanceof ServerError
    ? !isTransient(error)
    : ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EMFILE', 'EIO', 'EBUSY', 'ENOTEMPTY'].includes(
        (error as NodeJS.ErrnoException).code ?? '',
      );
