import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runnerCommand } from '../own-program.ts';
import { jobOf, runCore } from '../testing/run-job.ts';
import { runnerMessageOf, type RunJob, type RunResult } from './operation-result.ts';
import { runInProcess } from './run-process.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-run-'));
});
afterAll(() => rm(directory, { recursive: true }));

const script = (Script: string, more: Partial<RunJob> = {}) =>
  runCore('Script', { Interpreter: 'sh', Script }, { scratchDirectory: join(directory, 'scratch'), ...more });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Resolves with the process id that a script has written to a file. */
const notedProcess = async (file: string): Promise<number> => {
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(/\d+\n/), { timeout: 30_000 });
  return Number(await readFile(file, 'utf8'));
};
const ended = (pid: number): Promise<void> => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 });

describe('a command', () => {
  it('passes its arguments without a shell and keeps its output', async () => {
    const result = await runCore('Command', { Program: 'printf', Arguments: '["%s-%s", "$HOME", "a b"]' });
    expect(result).toMatchObject({ outcome: 'Succeeded', exitCode: 0, value: '$HOME-a b', output: '$HOME-a b' });
  });

  it('parses the last line as a message', async () => {
    const message = '{"Value":3,"Metrics":{"Files":4},"States":{"Fine":true}}';
    const result = await runCore('Command', { Program: 'printf', Arguments: JSON.stringify(['begin\n%s\n', message]) });
    expect(result).toMatchObject({ outcome: 'Succeeded', value: 3, metrics: { Files: 4 }, states: { Fine: true } });
  });

  it('fails with an unexpected exit code, and keeps its output', async () => {
    const failing = await script('echo before; echo why >&2; exit 3');
    expect(failing).toMatchObject({ outcome: 'Failed', exitCode: 3, error: 'the program ended with exit code 3' });
    expect(failing.output).toContain('why');
    expect(failing.value).toBeUndefined();
    const parameters = { Program: 'sh', Arguments: '["-c","exit 3"]', SuccessExitCodes: '0,2-3' };
    expect(await runCore('Command', parameters)).toMatchObject({ outcome: 'Succeeded', exitCode: 3 });
  });

  it('reports what could not be started', async () => {
    const absent = await runCore('Command', { Program: join(directory, 'absent') });
    expect(absent).toMatchObject({ outcome: 'CouldNotStart', exitCode: null });
    expect(absent.error).toContain('ENOENT');
    expect(await runCore('Command', { Program: 'true', Arguments: 'x' })).toMatchObject({
      outcome: 'CouldNotStart',
      error: 'Arguments is not JSON',
    });
  });

  it('passes parameters by environment and by standard input', async () => {
    const Script = 'read line; echo "$CFS_PARAMETER_INTERPRETER"; echo "$line" | grep -c Interpreter';
    expect(await script(Script)).toMatchObject({ value: 'sh\n1' });
  });

  it('leaves no script behind', async () => {
    await script('true');
    expect(await readdir(join(directory, 'scratch'))).toEqual([]);
  });

  it('keeps the beginning and the end of long output', async () => {
    const result = await script('echo first; head -c 3000000 /dev/zero | tr "\\0" x; echo; echo last');
    expect(result).toMatchObject({ outcome: 'Succeeded', outputTruncated: true });
    expect(result.output.length).toBeLessThanOrEqual(8_000);
    expect(result.output).toMatch(/^first\n[\s\S]*\[…\][\s\S]*last\n$/);
  });
});

describe('a secret in the output', () => {
  const secret = 'secret-of-forty-seven-characters-that-none-sees';
  const print = (before: number, after: number): string =>
    `head -c ${before} /dev/zero | tr '\\0' x; printf %s ${secret}; head -c ${after} /dev/zero | tr '\\0' y`;

  it.each([
    ['across the end of the first half', print(3_960, 9_000)],
    ['across the beginning of the last half', print(9_000, 3_960)],
    [
      'across the end of the retained part of a long output',
      `head -c 31980 /dev/zero | tr '\\0' ' '; ${print(0, 90_000)}`,
    ],
    ['across the end of a value', print(3_960, 10)],
    ['across the end of a message', `printf '{"Value":"'; ${print(3_960, 10)}; printf '"}'`],
  ])('is removed completely where the result is cut: %s', async (_title, Script) => {
    const { outcome, value, output } = await script(Script, { secrets: [secret] });
    expect(outcome).toBe('Succeeded');
    expect(String(value)).not.toContain('secret');
    // The agent redacts output that is not cut.
    expect(output.replaceAll(secret, '***')).not.toContain('-');
  });

  it('is redacted in the error for a result that is not a number', async () => {
    const result = await script(print(180, 10), { secrets: [secret], resultType: 2 });
    expect(result.error).toBe(`the result is not a number: ${'x'.repeat(180)}***`);
  });
});

describe('the limits of a run', () => {
  it('end a run at its timeout, with all processes that it has started', async () => {
    const noted = join(directory, 'slow');
    const result = await script(`sleep 600 & echo $! > ${noted}; trap '' TERM; echo partly; sleep 600`, {
      timeoutSeconds: 1,
    });
    expect(result).toMatchObject({ outcome: 'TimedOut', error: 'the run was stopped after 1 seconds' });
    expect(result.output).toContain('partly');
    await ended(await notedProcess(noted));
  });

  it('end processes that a run leaves behind', async () => {
    const noted = join(directory, 'left');
    expect(await script(`sleep 600 & echo $! > ${noted}`)).toMatchObject({ outcome: 'Succeeded' });
    await ended(await notedProcess(noted));
  });

  it('end a run that exceeds its memory limit', async () => {
    const Arguments = JSON.stringify(['-e', 'const all = []; for (;;) all.push(Buffer.alloc(4_194_304, 1));']);
    const result = await runCore('Command', { Program: process.execPath, Arguments }, { memoryLimitMebibytes: 128 });
    expect(result).toMatchObject({ outcome: 'MemoryExceeded', error: 'the run was stopped above 128 MiB of memory' });
  });

  it('end a run when the agent aborts it', async () => {
    const noted = join(directory, 'cancelled');
    const stopping = new AbortController();
    const Script = `sleep 600 & echo $! > ${noted}; sleep 600`;
    const job = jobOf('Script', { Interpreter: 'sh', Script }, { scratchDirectory: directory });
    const run = runInProcess(job, stopping.signal, () => undefined);
    const pid = await notedProcess(noted);
    stopping.abort();
    expect(await run).toMatchObject({ outcome: 'Interrupted' });
    await ended(pid);
  });

  it('end a run when the agent is killed', async () => {
    const noted = join(directory, 'orphan');
    const job = jobOf(
      'Script',
      { Interpreter: 'sh', Script: `echo $$ > ${noted}; sleep 600` },
      { scratchDirectory: directory },
    );
    const { file, args } = runnerCommand();
    // Closes the runner's input without another message, as a killed agent does.
    const runner = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    runner.stdin.write(`${JSON.stringify(job)}\n`);
    const pid = await notedProcess(noted);
    const over = once(runner, 'exit');
    runner.stdin.destroy();
    await over;
    await ended(pid);
  });
});

describe('the output of a runner', () => {
  it.each([
    ['a reading', '{"reading":{"outcome":"Succeeded"}}', { reading: { outcome: 'Succeeded' } }],
    ['a result', '{"result":{"outcome":"Failed"}}', { result: { outcome: 'Failed' } }],
    ['a line that a killed runner left incomplete', '{"result":{"outcome":"Succ', undefined],
    ['a line of another program', 'out of memory', undefined],
    ['null', 'null', undefined],
    ['a number', '7', undefined],
    ['an object without reading or result', '{"reading":null}', undefined],
  ])('%s', (_title, line, message) => {
    expect(runnerMessageOf(line)).toEqual(message);
  });
});

describe('a run that is kept alive', () => {
  it('reports the lines that it writes while it runs', async () => {
    const readings: RunResult[] = [];
    const stopping = new AbortController();
    const job = jobOf(
      'Script',
      { Interpreter: 'sh', Script: 'echo 1; echo \'{"Value":2}\'; sleep 600' },
      { keepAlive: true, resultType: 2, timeoutSeconds: 1, scratchDirectory: directory },
    );
    const run = runInProcess(job, stopping.signal, (reading) => readings.push(reading));
    const last = vi.waitFor(() => expect(readings.length).toBeGreaterThan(0), { timeout: 30_000 });
    await last;
    stopping.abort();
    expect(await run).toMatchObject({ outcome: 'Interrupted' });
    expect(readings.at(-1)).toMatchObject({ outcome: 'Succeeded', value: 2 });
  });
});

describe('a run that is kept alive and writes UTF-16', () => {
  it('reports its lines as text, in which secrets are found', async () => {
    const readings: RunResult[] = [];
    const stopping = new AbortController();
    const Script = "printf '\\377\\376s\\0e\\0c\\0r\\0e\\0t\\0\\n\\0'; sleep 600";
    const limits = { keepAlive: true, timeoutSeconds: 1, scratchDirectory: directory };
    const job = jobOf('Script', { Interpreter: 'sh', Script }, limits);
    const run = runInProcess(job, stopping.signal, (reading) => readings.push(reading));
    await vi.waitFor(() => expect(readings.length).toBeGreaterThan(0), { timeout: 30_000 });
    stopping.abort();
    await run;
    expect(readings.at(-1)).toMatchObject({ outcome: 'Succeeded', value: 'secret' });
  });
});

describe('a program of a package', () => {
  it('runs within the directory of the package, and not outside it', async () => {
    const packageDirectory = join(directory, 'package');
    await mkdir(join(packageDirectory, 'bin'), { recursive: true });
    await writeFile(join(packageDirectory, 'bin', 'check.sh'), 'pwd; echo "$1"');
    const program = {
      kind: 'package' as const,
      packageId: '00000000-0000-4000-8000-000000000001',
      packageVersionId: '00000000-0000-4000-8000-000000000002',
      version: '1.0.0',
      executable: 'bin/check.sh',
      executableType: 'Script' as const,
      arguments: ['x y'],
    };
    const result = await runCore('Command', {}, { program, packageDirectory });
    expect(result).toMatchObject({ outcome: 'Succeeded', value: `${packageDirectory}\nx y` });
    const outside = { ...program, executable: '../outside.sh' };
    expect(await runCore('Command', {}, { program: outside, packageDirectory })).toMatchObject({
      outcome: 'CouldNotStart',
      error: '../outside.sh is not within the package',
    });
  });
});
