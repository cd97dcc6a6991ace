import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { BuiltInOperation } from './built-in-operation.ts';

const run = promisify(execFile);
const nameOf = (path: string): string => (path.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');

/** Names of each process: that of its program file, and the one that it has set itself. */
const linuxProcesses = async (): Promise<string[][]> => {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    ids.map(async (id) => {
      try {
        const [given, line] = await Promise.all([
          readFile(`/proc/${id}/comm`, 'utf8'),
          readFile(`/proc/${id}/cmdline`, 'utf8'),
        ]);
        return [nameOf(given.trim()), nameOf(line.split('\0')[0] ?? '')];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    }),
  );
};

const listedBy = async (file: string, args: string[], signal: AbortSignal): Promise<string[][]> => {
  const { stdout } = await run(file, args, { signal, maxBuffer: 16 * 1_048_576 });
  return stdout
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => [nameOf(/^"([^"]*)"/.exec(line)?.[1] ?? line.trim())]);
};

const processNames = (signal: AbortSignal): Promise<string[][]> => {
  if (process.platform === 'linux') return linuxProcesses();
  if (process.platform === 'win32') return listedBy('tasklist', ['/FO', 'CSV', '/NH'], signal);
  return listedBy('ps', ['-axo', 'comm='], signal);
};

/** Counts the processes of a program. */
export const processPresent: BuiltInOperation = async (parameters, { signal }) => {
  const name = nameOf(parameters.required('ProcessName').trim());
  const minimum = parameters.integer('MinimumCount', { min: 1, max: 1_000_000, absent: 1 });
  const count = (await processNames(signal)).filter((names) => names.includes(name)).length;
  return { value: count, metrics: { Count: count }, states: { Present: count >= minimum } };
};
