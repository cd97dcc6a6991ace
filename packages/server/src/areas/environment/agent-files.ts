import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { agentFileNames } from '@cfs/contracts/agent-downloads';
import type { AgentFile } from '@cfs/contracts/environment';
import type { ByteRange } from '../../platform/content-store/content-store.ts';

/** The built files of the agent in a directory, which may change while the server runs. */
export interface AgentFiles {
  /** The existing files, in the order of `agentFileNames`. */
  readonly list: () => Promise<AgentFile[]>;
  /** Returns one file; `undefined` for an unknown name or a file that does not exist. */
  readonly find: (file: string) => Promise<AgentFile | undefined>;
  readonly open: (file: string, range?: ByteRange) => Readable;
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Computes the SHA-256 of each file once, and again after the file has been replaced. */
export const createAgentFiles = (directory: string): AgentFiles => {
  const hashes = new Map<string, { readonly state: string; readonly sha256: Promise<string> }>();

  const sha256Of = (path: string, state: string): Promise<string> => {
    const known = hashes.get(path);
    if (known?.state === state) return known.sha256;
    const sha256 = hashOf(path);
    hashes.set(path, { state, sha256 });
    sha256.catch(() => hashes.delete(path));
    return sha256;
  };

  const find = async (file: string): Promise<AgentFile | undefined> => {
    if (!agentFileNames.includes(file)) return undefined;
    const path = join(directory, file);
    try {
      const { size, mtimeMs, ino } = await stat(path);
      return { file, size, sha256: await sha256Of(path, `${ino} ${size} ${mtimeMs}`) };
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  };

  return {
    find,
    list: async () => (await Promise.all(agentFileNames.map(find))).filter((file) => file !== undefined),
    open: (file, range) => createReadStream(join(directory, file), range && { start: range.first, end: range.last }),
  };
};
