import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunReport } from '@cfs/contracts/agent-operations';
import type { SentPacket } from '@cfs/contracts/packets';
import { syncDirectory, writeDurably } from '../durable-file.ts';

/**
 * The state of an on-demand run, written to disk before the step is taken. `claiming`: nothing has run. `started`: it
 * may have run, and never runs again. `finished`: its packet and report wait for the server.
 */
export type JournalEntry = {
  readonly completionToken: string;
  readonly deviceOperationId: string;
  readonly runId: string;
} & (
  | { readonly state: 'claiming' }
  | {
      readonly state: 'started';
      readonly started: string;
      readonly operationName: string;
      readonly label: string;
    }
  | { readonly state: 'finished'; readonly packet: SentPacket; readonly report: RunReport }
);

/** The journal of on-demand runs; it survives kills and power cuts. */
export interface RunJournal {
  read(): Promise<readonly JournalEntry[]>;
  write(entry: JournalEntry): Promise<void>;
  remove(completionToken: string): Promise<void>;
}

const suffix = '.json';

export const openRunJournal = async (directory: string): Promise<RunJournal> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pathOf = (completionToken: string): string => join(directory, `${completionToken}${suffix}`);
  return {
    read: async () => {
      const names = (await readdir(directory)).filter((name) => name.endsWith(suffix)).sort();
      return Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(directory, name), 'utf8')) as JournalEntry),
      );
    },
    write: (entry) => writeDurably(pathOf(entry.completionToken), JSON.stringify(entry)),
    remove: async (completionToken) => {
      await rm(pathOf(completionToken), { force: true });
      await syncDirectory(directory);
    },
  };
};
