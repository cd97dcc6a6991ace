import type { AgentProgram } from '@cfs/contracts/agent-operations';
import type { CoreOperationKind } from '@cfs/contracts/core-operations';
import { coreOperations } from '@cfs/contracts/core-operations';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunJob, RunResult } from '../operations/operation-result.ts';
import { runInProcess } from '../operations/run-process.ts';

/** A job with the result type of its operation. */
export const jobOf = (
  name: CoreOperationKind,
  parameters: Readonly<Record<string, string>>,
  more: Partial<RunJob> = {},
): RunJob => ({
  program: { kind: 'builtIn', name } satisfies AgentProgram,
  resultType: coreOperations.find(({ kind }) => kind === name)?.resultType ?? 1,
  parameters,
  secrets: [],
  timeoutSeconds: 60,
  memoryLimitMebibytes: 256,
  keepAlive: false,
  packageDirectory: undefined,
  scratchDirectory: join(tmpdir(), `cfs-agent-scratch-${process.pid}`),
  network: { proxy: undefined, authorities: undefined },
  ...more,
});

/** Runs a built-in operation in a separate process, as the agent does. */
export const runCore = (
  name: CoreOperationKind,
  parameters: Readonly<Record<string, string>>,
  more: Partial<RunJob> = {},
): Promise<RunResult> => runInProcess(jobOf(name, parameters, more), new AbortController().signal, () => undefined);
