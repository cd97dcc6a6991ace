import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isLocked, lockDirectory } from './directory-lock.ts';
import { processIdentity } from './process-identity.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-lock-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true });
});

/** Leaves a claim as a process does that ends without releasing it. */
async function leaveClaim(holder: string): Promise<void> {
  await mkdir(join(directory, 'lock'));
  await writeFile(join(directory, 'lock', '41'), holder);
}

/** Tries to take the lock in a separate process, which ends without releasing it. */
async function tryElsewhere(): Promise<string> {
  const module = JSON.stringify(new URL('directory-lock.ts', import.meta.url).href);
  const script = `
    const { lockDirectory } = await import(${module});
    await lockDirectory(${JSON.stringify(directory)}).then(() => console.log('held'), () => console.log('refused'));
    await new Promise((resolve) => process.stdin.on('end', resolve).resume());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  ends.push(() => child.stdin.end());
  return line.toString('utf8').trim();
}

const ends: (() => void)[] = [];

describe('the lock of a directory', () => {
  test('can be acquired only once until it is released', async () => {
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(`Another server (process ${process.pid})`);
    expect(await isLocked(directory)).toBe(true);
    await lock.release();
    expect(await isLocked(directory)).toBe(false);
    await (await lockDirectory(directory)).release();
  });

  test('replaces a holder that was killed', async () => {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    const identity = processIdentity(child.pid ?? 0) ?? '';
    await once(child, 'exit');
    await leaveClaim(identity);
    await (await lockDirectory(directory)).release();
  });

  test('replaces a holder whose process id now belongs to an unrelated process', async () => {
    await leaveClaim(`${process.ppid}@an-earlier-boot+1`);
    await (await lockDirectory(directory)).release();
  });

  test('goes to exactly one of several processes that find it abandoned', async () => {
    await leaveClaim('999999999@an-earlier-boot+1');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => tryElsewhere()));
    for (const end of ends.splice(0)) end();
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1);
  });

  test('leaves one small file, however often it is acquired', async () => {
    for (let time = 0; time < 5; time += 1) await (await lockDirectory(directory)).release();
    expect(await readdir(join(directory, 'lock'))).toEqual(['5']);
  });
});
