import { join } from 'node:path';
import { isSea } from 'node:sea';

/** Whether the agent runs as a single executable file that contains Node. */
export const isSingleFile = isSea();

/** First argument that makes the single file run an operation instead of the agent. */
export const runOperationArgument = 'run-operation';

/** Command with which this program starts the process of a run. */
export const runnerCommand = (): { readonly file: string; readonly args: readonly string[] } =>
  isSingleFile
    ? { file: process.execPath, args: [runOperationArgument] }
    : { file: process.execPath, args: [join(import.meta.dirname, 'operations', 'run-operation-main.ts')] };
