import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A string that distinguishes the process `pid` from every other process that has had or will have that id: the id with
 * the start time of the process and, on Linux, the id of the boot. Undefined if no such process is running; a zombie
 * does not count as running.
 *
 * On Windows, which offers no start time here, the id alone identifies the process.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return linuxIdentity(pid);
  if (process.platform === 'win32') return isRunning(pid) ? String(pid) : undefined;
  try {
    const began = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
    return began.trim() === '' ? undefined : `${pid}@${began.trim()}`;
  } catch {
    return undefined; // ps exits with 1 when there is no such process
  }
}

function linuxIdentity(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the command's name in parentheses, may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, began] = [fields[0], fields[19]];
    return state === 'Z' || state === 'X' || began === undefined ? undefined : `${pid}@${boot}+${began}`;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
