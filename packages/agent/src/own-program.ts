import { join } from 'node:path';
import { isSea } from 'node:sea';

/** Whether the agent is one file with Node in it. */
export const isSingleFile = isSea();

/** The first argument with which the single file runs an operation in place of the agent. */
export const runOperationArgument = 'run-operation';

/** How this program starts the process of a run. */
export const runnerCommand = (): { readonly file: string; readonly args: readonly string[] } =>
  isSingleFile
    ? { file: process.execPath, args: [runOperationArgument] }
    : { file: process.execPath, args: [join(import.meta.dirname, 'operations', 'run-operation-main.ts')] };
