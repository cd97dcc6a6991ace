import { readFile } from 'node:fs/promises';

const sampleMilliseconds = 50;
const mebibyte = 1_024;

/** Resident memory of a process in MiB, as reported by Linux. */
export async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / mebibyte;
}

/** The peak resident memory of a process in MiB during `work`, sampled. */
export async function peakMebibytes(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = await residentMebibytes(pid);
  const sampling = setInterval(() => {
    residentMebibytes(pid).then(
      (resident) => (peak = Math.max(peak, resident)),
      () => undefined,
    );
  }, sampleMilliseconds);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return Math.max(peak, await residentMebibytes(pid));
}
