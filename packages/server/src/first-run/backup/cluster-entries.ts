import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../platform/error-code.ts';
import { BackupError } from './backup-error.ts';

/** A file or directory of a cluster, by its path below it. */
export interface ClusterEntry {
  readonly path: string;
  readonly isDirectory: boolean;
}

// What a base backup leaves out: "Backing Up The Data Directory" in the PostgreSQL manual.

/** Directories whose contents a starting server recreates; the write-ahead log is copied by its own rule. */
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

/** Copied after everything else, since it says from where the log is replayed. */
export const controlFile = 'global/pg_control';

const namesIn = async (path: string) => {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []; // of a database that was dropped meanwhile
    throw error;
  }
};

/**
 * The directories and files of a running cluster that belong to a base backup, each directory before what is in it. The
 * control file is not among them.
 *
 * @throws BackupError for a link to elsewhere, as tablespaces are: the embedded database makes none.
 */
export const clusterEntries = async function* (cluster: string, below = ''): AsyncGenerator<ClusterEntry> {
  for (const entry of await namesIn(join(cluster, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (temporary.test(entry.name) || (below === '' && left.has(entry.name)) || path === controlFile) continue;
    if (entry.isDirectory()) {
      yield { path, isDirectory: true };
      if (!emptied.has(path)) yield* clusterEntries(cluster, path);
    } else if (entry.isFile()) yield { path, isDirectory: false };
    else
      throw new BackupError(
        `${join(cluster, path)} is neither a file nor a directory; such a cluster is not backed up.`,
      );
  }
};
