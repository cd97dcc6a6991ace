/** What agent and server must agree on to the letter; free of schemas, so that the agent stays small. */

/** Texts that an agent signs, so that a signature made for one purpose is good for no other. */
export const enrolmentText = (tokenHash: string, machineName: string): string =>
  `cfs agent enrol\n${tokenHash}\n${machineName}`;
export const signInText = (agentId: string, nonce: string): string => `cfs agent sign in\n${agentId}\n${nonce}`;

/** Headers by which an agent tells of its clock and of its spool with each batch of packets. */
export const agentBatchHeaders = {
  /** The agent's own time when it sent the batch, ISO 8601. */
  time: 'x-agent-time',
  /** Rises by one with each batch that was acknowledged; a batch that is sent again bears its number again. */
  sequence: 'x-agent-sequence',
  /** Time of the oldest packet that is not acknowledged after this batch, ISO 8601; absent when the spool is drained. */
  oldestUnsent: 'x-agent-oldest-unsent',
} as const;
