import { statfs } from 'node:fs/promises';
import { cpus, freemem, totalmem, uptime } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Readings of the machine: percentages from 0 to 100 with one decimal, times in seconds. */
export interface MachineReadings {
  readonly CpuPercent: number;
  readonly MemoryPercent: number;
  readonly DiskPercent: number;
  readonly UptimeSeconds: number;
}

interface CpuTimes {
  readonly busy: number;
  readonly all: number;
}

const cpuTimes = (): CpuTimes => {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { busy: all - idle, all };
};

const percent = (part: number, whole: number): number =>
  whole > 0 ? Math.round(Math.min(1, Math.max(0, part / whole)) * 1_000) / 10 : 0;

/** Shorter samples are too coarse: the system counts CPU time in hundredths of a second. */
const minSampleMilliseconds = 1_000;

/**
 * Creates a function that reads the machine. CPU is the share since the previous reading, or since creation. A reading
 * waits until the sample is one second long. `path` selects the disk.
 */
export const createMachineReader = (path: string): (() => Promise<MachineReadings>) => {
  let before = cpuTimes();
  let sampled = performance.now();
  return async () => {
    const rest = minSampleMilliseconds - (performance.now() - sampled);
    if (rest > 0) await wait(rest);
    const now = cpuTimes();
    sampled = performance.now();
    const cpu = percent(now.busy - before.busy, now.all - before.all);
    before = now;
    const disk = await statfs(path);
    return {
      CpuPercent: cpu,
      MemoryPercent: percent(totalmem() - freemem(), totalmem()),
      DiskPercent: percent(disk.blocks - disk.bavail, disk.blocks),
      UptimeSeconds: Math.floor(uptime()),
    };
  };
};
