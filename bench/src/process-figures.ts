import { readdir, readFile } from 'node:fs/promises';

/** Ticks per second in `/proc`, which Linux fixes for user space. */
const ticksPerSecond = 100;

interface ProcessTimes {
  readonly parent: number;
  readonly ticks: number;
  /** Ticks of its children that have ended. */
  readonly endedTicks: number;
}

const timesOf = async (pid: number): Promise<ProcessTimes> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which is in parentheses: state and parent, and eleven fields further the four times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { parent: Number(fields[1]), ticks: user + system, endedTicks: endedUser + endedSystem };
};

/** Processor time of a process in seconds, including its threads; 0 once it has ended. */
export const ownProcessorSeconds = async (pid: number): Promise<number> => (await timesOf(pid)).ticks / ticksPerSecond;

/** Processor time of a process and all its descendants in seconds, ended ones included. */
export const treeProcessorSeconds = async (root: number): Promise<number> => {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const processes = await Promise.all(pids.map(async (pid) => ({ pid, ...(await timesOf(pid)) })));
  const ticksOf = (pid: number): number =>
    processes.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + ticksOf(child.pid), 0) +
    processes.filter((each) => each.pid === pid).reduce((sum, { ticks, endedTicks }) => sum + ticks + endedTicks, 0);
  return ticksOf(root) / ticksPerSecond;
};

const statusMebibytes = async (pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_024;
};

/** Resident memory of a process in MiB. */
export const residentMebibytes = (pid: number): Promise<number> => statusMebibytes(pid, 'VmRSS');

/** The peak resident memory of a process since its start, in MiB. */
export const maxResidentMebibytes = (pid: number): Promise<number> => statusMebibytes(pid, 'VmHWM');
