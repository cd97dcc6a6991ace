import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentInstall } from '@cfs/contracts/agent-installs';
import { syncDirectory, writeDurably } from '../durable-file.ts';
import type { BundleManifest } from './bundle.ts';

/** A package on this machine. */
export interface InstalledPackage {
  readonly packageId: string;
  readonly packageVersionId: string;
  readonly version: string;
  /** Path of its program within its directory; `undefined` without one. */
  readonly executable: string | undefined;
}

/** A version of the agent that was rolled back. */
export interface RefusedVersion {
  readonly packageVersionId: string;
  /** `desired` of the install that was tried. */
  readonly desired: string | undefined;
  readonly error: string;
}

interface StoreState {
  readonly installed: Readonly<Record<string, InstalledPackage>>;
  /** By package. */
  readonly refused: Readonly<Record<string, RefusedVersion>>;
  /** By package: the removed version, until the server has acknowledged its removal. */
  readonly removed: Readonly<Record<string, InstalledPackage>>;
}

/**
 * The packages on disk: `{packageId}/{packageVersionId}` holds the files of a version, `state.json` records which one
 * is installed. An installed version is always complete, even after a crash.
 */
export interface PackageStore {
  readonly installed: () => readonly InstalledPackage[];
  find(packageId: string): InstalledPackage | undefined;
  /** The refused version of an install; `undefined` if it was not refused, or was set again since then. */
  refusedVersion(install: AgentInstall): RefusedVersion | undefined;
  directoryOf(installed: Pick<InstalledPackage, 'packageId' | 'packageVersionId'>): string;
  /** File to which a bundle is downloaded before it is installed. */
  downloadPath(install: AgentInstall): string;
  /** Installs the version that `unpack` writes to the directory that it receives. */
  install(install: AgentInstall, unpack: (directory: string) => Promise<BundleManifest>): Promise<InstalledPackage>;
  /** Records a refused version. If the write fails, it rejects, but the refusal still applies until the agent ends. */
  refuse(packageId: string, version: RefusedVersion): Promise<void>;
  /** Marks a package as removed; `clear` deletes its files. */
  remove(packageId: string): Promise<void>;
  /** Deletes the files of a removed package, if there are any left. */
  clear(packageId: string): Promise<void>;
  /** Removed packages that are neither acknowledged nor installed again. */
  readonly removed: () => readonly InstalledPackage[];
  acknowledgeRemoval(packageId: string): Promise<void>;
}

const unfinished = '.new';

const emptyState: StoreState = { installed: {}, refused: {}, removed: {} };

const readState = async (path: string): Promise<StoreState> => {
  try {
    // A file that an earlier agent wrote may lack members.
    return { ...emptyState, ...(JSON.parse(await readFile(path, 'utf8')) as Partial<StoreState>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyState;
    throw error;
  }
};

/**
 * Opens the package store in a directory, and deletes what a killed agent left unfinished. Versions that are in use and
 * cannot be deleted are reported to `onPruneFailure` and left for the next start.
 */
export const openPackageStore = async (
  directory: string,
  { onPruneFailure }: { readonly onPruneFailure: (packageId: string, error: unknown) => void },
): Promise<PackageStore> => {
  const downloads = join(directory, 'downloads');
  const statePath = join(directory, 'state.json');
  await mkdir(downloads, { recursive: true, mode: 0o755 });
  let state = await readState(statePath);

  const directoryOf: PackageStore['directoryOf'] = ({ packageId, packageVersionId }) =>
    join(directory, packageId, packageVersionId);

  const keep = async (next: StoreState): Promise<void> => {
    await writeDurably(statePath, JSON.stringify(next));
    state = next;
  };

  /** Removes all versions of a package except the kept ones. */
  const tidy = async (packageId: string, kept: readonly (string | undefined)[]): Promise<void> => {
    const root = join(directory, packageId);
    for (const name of await readdir(root).catch(() => [])) {
      if (!kept.includes(name)) await rm(join(root, name), { recursive: true, force: true });
    }
    if (kept.length === 0) await rm(root, { recursive: true, force: true });
  };

  const pruneOrReport: typeof tidy = (packageId, kept) =>
    tidy(packageId, kept).catch((error: unknown) => onPruneFailure(packageId, error));

  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'downloads') {
      const current = state.installed[entry.name];
      await pruneOrReport(entry.name, current ? [current.packageVersionId] : []);
    }
  }

  return {
    installed: () => Object.values(state.installed),
    find: (packageId) => state.installed[packageId],
    refusedVersion: ({ packageId, packageVersionId, desired }) => {
      const refused = state.refused[packageId];
      return refused?.packageVersionId === packageVersionId && refused.desired === desired ? refused : undefined;
    },
    directoryOf,
    downloadPath: ({ sha256 }) => join(downloads, sha256),
    install: async (install, unpack) => {
      const { packageId, packageVersionId, version } = install;
      const former = state.installed[packageId];
      const target = directoryOf(install);
      const fresh = `${target}${unfinished}`;
      await rm(fresh, { recursive: true, force: true });
      try {
        const manifest = await unpack(fresh);
        await rm(target, { recursive: true, force: true });
        await rename(fresh, target);
        await syncDirectory(join(directory, packageId));
        const installed = { packageId, packageVersionId, version, executable: manifest.executable?.name };
        const { [packageId]: _removed, ...removed } = state.removed;
        await keep({ ...state, removed, installed: { ...state.installed, [packageId]: installed } });
        // Runs of the former version may still be in progress.
        await pruneOrReport(packageId, [packageVersionId, former?.packageVersionId]);
        return installed;
      } finally {
        await rm(fresh, { recursive: true, force: true });
      }
    },
    refuse: (packageId, version) => {
      state = { ...state, refused: { ...state.refused, [packageId]: version } };
      return keep(state);
    },
    remove: async (packageId) => {
      const { [packageId]: former, ...installed } = state.installed;
      const { [packageId]: _refused, ...refused } = state.refused;
      await keep({ installed, refused, removed: { ...state.removed, ...(former && { [packageId]: former }) } });
    },
    clear: (packageId) => tidy(packageId, []),
    removed: () => Object.values(state.removed),
    acknowledgeRemoval: async (packageId) => {
      const { [packageId]: _acknowledged, ...removed } = state.removed;
      await keep({ ...state, removed });
    },
  };
};
