import { link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processIdentity } from './process-identity.ts';
import { StartUpError } from '../platform/start-up-error.ts';
import { errorCode } from '../platform/error-code.ts';
import { explainFileFailure } from './file-failure.ts';

/** The exclusive right of one process to use a directory; ends with `release` or with the process, even if killed. */
export interface DirectoryLock {
  release(): Promise<void>;
}

const releasedText = 'released';

/**
 * Acquires the lock of `directory` (created if missing), or throws a `StartUpError` that names the process holding it.
 *
 * Claims are files with ascending numbers in `lock/`; the highest is the holder. A claim is created by an exclusive
 * link, so of several processes that find the same dead holder exactly one replaces it. Numbers are never reused: a
 * released claim stays, marked as released, until the next holder removes it. A holder is recognized by process id and
 * start time, so neither a kill -9, nor a reboot, nor an unrelated process that reuses the id keeps the directory
 * locked.
 *
 * `timeoutMilliseconds` is how long to wait for a holder that may be about to stop.
 */
export async function lockDirectory(directory: string, timeoutMilliseconds = 0): Promise<DirectoryLock> {
  const claims = join(directory, 'lock');
  const me = processIdentity(process.pid) ?? String(process.pid);
  const draft = join(claims, `draft-${process.pid}`);
  try {
    await mkdir(claims, { recursive: true });
    await writeFile(draft, me);
    const number = await claim(claims, draft, directory, Date.now() + timeoutMilliseconds);
    await removeOlderThan(claims, number);
    return {
      async release() {
        await writeFile(draft, releasedText);
        await rename(draft, join(claims, String(number)));
      },
    };
  } catch (error) {
    throw explainFileFailure(error, directory);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whether a running process holds the lock of `directory`. */
export async function isLocked(directory: string): Promise<boolean> {
  const claims = join(directory, 'lock');
  try {
    const holder = await readClaim(join(claims, String(await highestClaim(claims))));
    return holder !== undefined && isHeld(holder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function claim(claims: string, draft: string, directory: string, until: number): Promise<number> {
  for (;;) {
    const highest = await highestClaim(claims);
    const holder = highest === 0 ? releasedText : await readClaim(join(claims, String(highest)));
    if (holder === undefined) continue; // the next holder has removed it since
    if (isHeld(holder) && Date.now() < until) {
      await pause(100);
      continue;
    }
    if (isHeld(holder)) {
      throw new StartUpError(
        `Another server (process ${Number.parseInt(holder, 10)}) is already running on ${directory}.`,
      );
    }
    const number = highest + 1;
    try {
      await link(draft, join(claims, String(number)));
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw error;
    }
    if ((await highestClaim(claims)) === number) return number;
    await rm(join(claims, String(number)), { force: true });
  }
}

function isHeld(holder: string): boolean {
  const pid = Number.parseInt(holder, 10);
  return !Number.isNaN(pid) && processIdentity(pid) === holder;
}

async function claimNumbers(claims: string): Promise<number[]> {
  return (await readdir(claims)).filter((name) => /^\d+$/.test(name)).map(Number);
}

async function highestClaim(claims: string): Promise<number> {
  return Math.max(0, ...(await claimNumbers(claims)));
}

async function readClaim(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function removeOlderThan(claims: string, number: number): Promise<void> {
  for (const older of await claimNumbers(claims)) {
    if (older < number) await rm(join(claims, String(older)), { force: true });
  }
}
