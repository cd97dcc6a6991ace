import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { makeDataDirectory, type DataDirectory } from './data-directory.ts';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data directory of a product that has been started once, with its demo data, and stopped. */
    madeFirstRun: string;
  }
}

/** Creates the first run from which the products of the journeys are copied: a copy starts in a tenth of the time. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const directory = await makeDataDirectory('cfs-e2e-made-');
  const product = await startProduct({ dataDirectory: directory.path });
  await product.stop();
  project.provide('madeFirstRun', directory.path);
  return async () => directory[Symbol.asyncDispose]();
};

/** A new data directory with a copy of the first run; empty if none was created. */
export const copyFirstRun = async (): Promise<DataDirectory> => {
  const directory = await makeDataDirectory();
  const made: string | undefined = inject('madeFirstRun');
  // The database belongs to another user than the other files; `cp` of Node does not preserve that.
  if (made !== undefined) await promisify(execFile)('cp', ['-a', join(made, '.'), directory.path]);
  return directory;
};
