import { z } from 'zod';
import { coreOperationKinds } from './core-operations.ts';
import {
  operationFrequencies,
  operationResultTypes,
  parameterSources,
  runLimits,
  runOutcomes,
} from './operation-enumerations.ts';
import { instant, text } from './text.ts';

/** What the configuration of an agent says of operations, and what the agent reports of their runs. */

/** The program of an operation: built into the agent, or a file of an installed package. */
export const agentProgram = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('builtIn'), name: z.enum(coreOperationKinds) }),
  z.object({
    kind: z.literal('package'),
    packageId: z.guid(),
    packageVersionId: z.guid(),
    version: z.string(),
    /** Path within the bundle, with slashes. */
    executable: z.string(),
    /** A script is started by the interpreter of its file name (`.sh`, `.ps1`, `.cmd`, `.py`). */
    executableType: z.enum(['Executable', 'Script']),
    /** Passed in this order, without a shell. */
    arguments: z.array(z.string()),
  }),
]);
export type AgentProgram = z.infer<typeof agentProgram>;

/**
 * A parameter of an operation, resolved as far as the server can: PortalEntry and SecuredValue hold the value itself,
 * EnvironmentVariable and RuntimeConfig a name that the agent resolves. The agent keeps a value with `secrets` in memory
 * alone, and replaces these texts in output, errors and logs.
 */
export const agentParameter = z.object({
  name: z.string(),
  source: z.enum(parameterSources),
  value: z.string(),
  /** The secret texts within the value of a SecuredValue; empty for the others. */
  secrets: z.array(z.string()),
});
export type AgentParameter = z.infer<typeof agentParameter>;

/** An on-demand run that is queued. It is claimed before it starts; no two claims of one token succeed. */
export const agentRun = z.object({
  completionToken: z.guid(),
  /** How long the claim holds. Without a report until then the server records the run as Lost. */
  leaseSeconds: z.int().positive(),
});
export type AgentRun = z.infer<typeof agentRun>;

/** One operation of the device. Those that are deleted are left out. */
export const agentOperation = z.object({
  /** The entity of the result packets. */
  deviceOperationId: z.guid(),
  operationId: z.guid(),
  operationName: z.string(),
  label: z.string(),
  program: agentProgram,
  resultType: z.literal(Object.values(operationResultTypes)),
  frequency: z.literal(Object.values(operationFrequencies)),
  /** Seconds from run to run of a Recurring one, and the pause before a OneTimeKeepAlive one starts again. */
  intervalSeconds: z.int(),
  /** A scheduled run starts up to this much later, by chance. */
  jitterSeconds: z.int(),
  /** Does not bound a OneTimeKeepAlive run. */
  timeoutSeconds: z.int(),
  /** Resident memory of the run with its child processes. */
  memoryLimitMebibytes: z.int(),
  enabled: z.boolean(),
  parameters: z.array(agentParameter),
  /** Set while an OnDemand operation is queued or its claimed run is unfinished. */
  run: agentRun.nullable(),
});
export type AgentOperation = z.infer<typeof agentOperation>;

/**
 * Body of `POST /v1/agents/operations/{deviceOperationId}/claim`. The same claim is answered alike however often it is
 * sent, since an answer can be lost. 409 when another claim holds the run, when it is over or no longer queued; 404 for
 * an operation of another device.
 */
export const runClaim = z.object({
  completionToken: z.guid().toLowerCase(),
  /** Drawn by the agent, and the id of the run from then on. */
  runId: z.guid().toLowerCase(),
});
export type RunClaim = z.infer<typeof runClaim>;
export const runClaimed = z.object({ leaseExpires: z.iso.datetime() });
export type RunClaimed = z.infer<typeof runClaimed>;

/**
 * Body of `POST /v1/agents/operations/{deviceOperationId}/complete`: how an on-demand run went. 204, for a repeated
 * report and after the lease too (the report then replaces Lost); 409 for another token or run, 404 for an operation of
 * another device.
 *
 * Every run, scheduled or on demand, is a packet besides (`RunMessage`): the history of runs is that of the packets.
 */
export const runReport = z.object({
  completionToken: z.guid().toLowerCase(),
  runId: z.guid().toLowerCase(),
  outcome: z.enum(runOutcomes),
  started: instant,
  durationMilliseconds: z.int().nonnegative(),
  /** `null` when nothing ran to its end. */
  exitCode: z.int().nullable(),
  output: text(runLimits.outputCharacters),
  outputTruncated: z.boolean(),
  error: text(runLimits.errorCharacters).nullable(),
});
export type RunReport = z.infer<typeof runReport>;
