/** Definitions that agent and server share. No schemas here, so that the agent's bundle stays small. */

/** Texts that an agent signs. Each purpose has its own prefix, so that a signature cannot be reused for another. */
export const enrolmentText = (tokenHash: string, machineName: string): string =>
  `cfs agent enrol\n${tokenHash}\n${machineName}`;
export const signInText = (agentId: string, nonce: string): string => `cfs agent sign in\n${agentId}\n${nonce}`;

/**
 * How long an agent uses a token before it signs in again, in milliseconds: 50 to 80 % of its lifetime, with jitter, so
 * that a fleet that has connected at the same moment does not keep signing in at the same moment.
 *
 * @param lifetimeSeconds `expiresIn` of the sign-in
 */
export const renewalMilliseconds = (lifetimeSeconds: number): number =>
  lifetimeSeconds * 1_000 * (0.5 + Math.random() * 0.3);

/** Headers in which an agent reports its clock and its spool with each batch of packets. */
export const agentBatchHeaders = {
  /** The agent's own time when it sent the batch, ISO 8601. */
  time: 'x-agent-time',
  /** Increases by one with each acknowledged batch; a retry has the same number. */
  sequence: 'x-agent-sequence',
  /** Time of the oldest packet that is unacknowledged after this batch, ISO 8601; absent when the spool is empty. */
  oldestUnsent: 'x-agent-oldest-unsent',
} as const;

/** Message of the packet of a run; `entityId` is the `deviceOperationId`, `timestamp` the start of the run. */
export type RunMessage = {
  /** The reading; absent when the run has none. */
  readonly Value?: string | number | boolean;
  readonly Properties: { readonly BlockName: string; readonly RunId: string; readonly [name: string]: unknown };
  /** `DurationMilliseconds`, `ExitCode` when there is one, and the operation's own figures. */
  readonly Metrics: { readonly DurationMilliseconds: number; readonly [name: string]: unknown };
  /** `Outcome` is a `RunOutcome`. */
  readonly States: { readonly Outcome: string; readonly [name: string]: unknown };
  /** `Output` (bounded, absent when empty), `OutputTruncated`, `Error`. */
  readonly Diagnostics: Readonly<Record<string, unknown>>;
};
