import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process and its parent. */
interface Link {
  readonly pid: number;
  readonly parent: number;
}

/** Reads /proc: minimal systems have no `ps`. */
function linuxProcesses(): Link[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent) }];
    } catch {
      return []; // It has ended since.
    }
  });
}

function otherProcesses(): Link[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent) };
  });
}

const processes = (): Link[] => (process.platform === 'linux' ? linuxProcesses() : otherProcesses());

/** All running descendants of `ancestor`. */
export function descendantsOf(ancestor: number): number[] {
  const all = processes();
  const of = (parent: number): number[] =>
    all.filter((link) => link.parent === parent).flatMap(({ pid }) => [pid, ...of(pid)]);
  return of(ancestor);
}

/** The running ones of `pids`. */
export function running(pids: readonly number[]): number[] {
  const all = new Set(processes().map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
}
