import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kibibytesPerMebibyte = 1_024;

/**
 * The process group of a `stat` line. State, parent and group follow the process name, which may contain any
 * characters, even brackets.
 */
const groupOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);

const linuxKibibytes = async (group: number, except: number): Promise<number> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== except);
  const sizes = await Promise.all(
    ids.map(async (id) => {
      try {
        if (groupOf(await readFile(`/proc/${id}/stat`, 'utf8')) !== group) return 0;
        return Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
      } catch {
        // The process has ended in the meantime.
        return 0;
      }
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const listedKibibytes = async (group: number, except: number): Promise<number> => {
  const { stdout } = await run('ps', ['-axo', 'pid=,pgid=,rss=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([id, of]) => of === group && id !== except)
    .reduce((sum, [, , size]) => sum + (size ?? 0), 0);
};

const windowsKibibytes = async (id: number): Promise<number> => {
  const { stdout } = await run('tasklist', ['/FI', `PID eq ${id}`, '/FO', 'CSV', '/NH']);
  return Number(stdout.split('","').at(4)?.replaceAll(/\D/g, '') ?? 0);
};

/**
 * Resident memory in mebibytes of the group of this process, without this process; on Windows, of the given program
 * only.
 */
export const groupMebibytes = async (programId: number): Promise<number> => {
  const { pid } = process;
  const kibibytes =
    process.platform === 'linux'
      ? await linuxKibibytes(pid, pid)
      : process.platform === 'win32'
        ? await windowsKibibytes(programId)
        : await listedKibibytes(pid, pid);
  return kibibytes / kibibytesPerMebibyte;
};
