import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { BackupError } from './backup-error.ts';

/** A file or directory of a cluster, by its path relative to the cluster. */
export interface ClusterEntry {
  readonly path: string;
  readonly isDirectory: boolean;
}

// What a base backup leaves out: "Backing Up The Data Directory" in the PostgreSQL manual.

/** Directories whose contents the server recreates at its start; the write-ahead log is copied separately. */
const emptied: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Files at the top of a cluster that belong to the running server, or to an earlier backup. */
const left: ReadonlySet<string> = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
  'current_logfiles',
]);

/** Caches, temporary files, and temporary relations. */
const temporary = /^(pg_internal\.init.*|pgsql_tmp.*|.*\.tmp|t\d+_\d+(_[a-z]+)?(\.\d+)?)$/;

/** Copied after everything else, since it names the position from which the log is replayed. */
export const controlFile = 'global/pg_control';

const namesIn = async (path: string) => {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []; // its database was dropped during the copy
    throw error;
  }
};

/**
 * Yields the directories and files of a running cluster that belong to a base backup, each directory before its
 * contents; the control file is left out.
 *
 * @throws BackupError for anything else, such as the symbolic links of tablespaces: the embedded database has none.
 */
export const clusterEntries = async function* (cluster: string, below = ''): AsyncGenerator<ClusterEntry> {
  for (const entry of await namesIn(join(cluster, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (temporary.test(entry.name) || (below === '' && left.has(entry.name)) || path === controlFile) continue;
    if (entry.isDirectory()) {
      yield { path, isDirectory: true };
      if (!emptied.has(path)) yield* clusterEntries(cluster, path);
    } else if (entry.isFile()) yield { path, isDirectory: false };
    else throw new BackupError(`${join(cluster, path)} is neither a file nor a directory, and cannot be backed up.`);
  }
};
