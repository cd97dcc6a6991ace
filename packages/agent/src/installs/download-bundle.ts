import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentInstall } from '@cfs/contracts/agent-installs';
import { ServerError } from '../server-client.ts';
import type { Session } from '../session.ts';
import { sha256OfFile } from './bundle.ts';
import { InstallError } from './install-error.ts';

const headersTimeout = 60_000;
/** A download that receives no byte for this time is aborted; it is resumed later. */
const stallMilliseconds = 60_000;
/** Bytes that must stay free on the disk. */
const reserveBytes = 64 * 1_048_576;

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
};

/** @throws InstallError if the disk has no room for the bundle and its unpacked files. */
const checkRoom = async (directory: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= bytes + reserveBytes) return;
  throw new InstallError(`the disk has less than ${Math.ceil((bytes + reserveBytes) / 1_048_576)} MiB left`, {
    isFinal: false,
  });
};

/**
 * Downloads a bundle to a file, resuming an interrupted attempt. Afterwards the file has the size and SHA-256 of the
 * install.
 *
 * @throws InstallError if it has not, the server has no such bundle or the disk has no room; network errors are thrown
 * unchanged.
 */
export const downloadBundle = async (
  session: Session,
  install: AgentInstall,
  path: string,
  { onProgress, signal }: { readonly onProgress: (percent: number) => void; readonly signal: AbortSignal },
): Promise<void> => {
  let received = await sizeOf(path);
  if (received > install.size) {
    await rm(path);
    received = 0;
  }
  if (received < install.size) {
    await checkRoom(dirname(path), 3 * install.size - received);
    const answer = await session
      .download({
        method: 'GET',
        path: install.path,
        timeout: headersTimeout,
        signal,
        ...(received > 0 && { headers: { range: `bytes=${received}-`, 'if-range': `"${install.sha256}"` } }),
      })
      .catch((error: unknown) => {
        // The server has deleted the bundle.
        if (error instanceof ServerError && error.status === 404 && error.isProblem) {
          throw new InstallError('the server does not have the bundle');
        }
        throw error;
      });
    if (answer.statusCode !== 206) received = 0;
    answer.setTimeout(stallMilliseconds, () => answer.destroy(new Error('the download has stalled')));
    const file = await open(path, received > 0 ? 'a' : 'w', 0o600);
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (received > install.size) throw new InstallError('the bundle is longer than the server stated');
        await file.writeFile(chunk);
        onProgress(Math.floor((received / install.size) * 100));
      }
      await file.sync();
    } finally {
      answer.destroy();
      await file.close();
    }
    if (received < install.size) throw new Error('the download was interrupted');
  }
  if ((await sha256OfFile(path)) === install.sha256) return;
  await rm(path);
  throw new InstallError('the bundle does not have the SHA-256 that the server stated', { isFinal: false });
};
