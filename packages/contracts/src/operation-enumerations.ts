/** Numbers and names of operations, shared by server, portal and agent. No schemas here: the agent's bundle has no zod. */

/** When an operation runs; transferred as numbers. */
export const operationFrequencies = { OnDemand: 1, Recurring: 2, OneTimeKeepAlive: 3 } as const;
export type OperationFrequency = (typeof operationFrequencies)[keyof typeof operationFrequencies];

/** What a result's `Value` is; transferred as numbers. */
export const operationResultTypes = { Text: 1, Numeric: 2 } as const;
export type OperationResultType = (typeof operationResultTypes)[keyof typeof operationResultTypes];

/**
 * Where the value of a parameter comes from; transferred by name. PortalEntry: the value itself. SecuredValue: resolved
 * from the tenant's secrets on the way to the agent. EnvironmentVariable: the agent's environment variable that the
 * value names. RuntimeConfig: a fact of the agent that the value names (`runtimeFacts`).
 */
export const parameterSources = ['PortalEntry', 'EnvironmentVariable', 'SecuredValue', 'RuntimeConfig'] as const;
export type ParameterSource = (typeof parameterSources)[number];

/** What a parameter of source RuntimeConfig can name. */
export const runtimeFacts = [
  'DeviceId',
  'DeviceName',
  'DeviceOperationId',
  'AgentVersion',
  'MachineName',
  'OperatingSystem',
  'PackageDirectory',
] as const;
export type RuntimeFact = (typeof runtimeFacts)[number];

/** What an operation does; transferred by name. */
export const operationTypes = [
  'Authentication',
  'Synthetic',
  'Availability',
  'ApiRead',
  'LocalFileRead',
  'Metric',
] as const;
export type OperationType = (typeof operationTypes)[number];

/** How a run ended. Lost: the server saw no report before the lease ended. */
export const runOutcomes = [
  'Succeeded',
  'Failed',
  'TimedOut',
  'MemoryExceeded',
  'CouldNotStart',
  'Interrupted',
  'Lost',
] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** Limits of runs; times in seconds. */
export const runLimits = {
  minIntervalSeconds: 30,
  defaultTimeoutSeconds: 60,
  maxTimeoutSeconds: 86_400,
  defaultMemoryMebibytes: 256,
  minMemoryMebibytes: 64,
  maxMemoryMebibytes: 65_536,
  /** The lease of an on-demand run lasts this much longer than its timeout. */
  leaseMarginSeconds: 120,
  /** Output that a report keeps: the first and the last half, with a mark between them. */
  outputCharacters: 8_000,
  errorCharacters: 2_000,
} as const;
