import { execFileSync } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { processIdentity } from '../process-identity.ts';
import { StartUpError } from '../../platform/start-up-error.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { runProgram } from './run-program.ts';
import { removeSocketDirectory } from './socket-directory.ts';
import type { Workplace } from './workplace.ts';

/**
 * Stops the PostgreSQL that a killed server left running on this cluster; resolves with whether there was one. The
 * caller holds the lock of the data directory, so no running server owns the cluster. Only a process that is verified
 * to be PostgreSQL on this cluster is stopped. If the id belongs to an unrelated process, the stale `postmaster.pid` is
 * removed, which PostgreSQL itself would not do.
 */
export async function stopOrphan(workplace: Workplace): Promise<boolean> {
  const left = await readPostmasterFile(workplace.cluster);
  if (left === undefined) return false;
  const runs = await isPostgresOn(left.pid, workplace.cluster);
  if (runs) {
    const { code, output } = await runProgram(workplace, 'pg_ctl', [
      ...['stop', '-D', workplace.cluster, '-m', 'fast', '-w', '-t', '10', '-s'],
    ]);
    if (code !== 0 && (await isPostgresOn(left.pid, workplace.cluster))) {
      throw new StartUpError(`A PostgreSQL left running (process ${left.pid}) could not be stopped: ${output.trim()}`);
    }
  } else {
    await rm(join(workplace.cluster, 'postmaster.pid'), { force: true });
  }
  await removeSocketDirectory(left.socketDirectory);
  return runs;
}

async function isPostgresOn(pid: number, cluster: string): Promise<boolean> {
  if (processIdentity(pid) === undefined) return false;
  if (process.platform === 'linux') {
    const [program] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    return basename(program ?? '') === 'postgres' && workingDirectory === (await realpath(cluster));
  }
  if (process.platform === 'win32') return true;
  const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return command.includes('postgres') && command.includes(cluster);
}
