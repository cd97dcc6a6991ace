import { z } from 'zod';
import { instant, requiredText, text } from './text.ts';

/**
 * What an agent and the server say to each other (docs/reference/agent-protocol.md). An agent is its Ed25519 key: the
 * private key never leaves the machine, the server keeps the public one.
 */

const fact = requiredText(255, 'Must not be empty.');
const signature = z.base64url().length(86);

/** Body of `POST /v1/agents/enrol`, sent with a tenant token that was made for enrolling. */
export const enrolment = z.object({
  machineName: fact,
  /** Name and release: `Linux 6.1.0`. */
  operatingSystem: fact,
  /** `win32`, `darwin`, `linux` as Node names it; other platforms are unknown to the catalogue. */
  platform: fact,
  /** `x64`, `arm64` … as Node names it. */
  architecture: fact,
  ipAddress: z.union([z.ipv4(), z.ipv6()]).nullish(),
  agentVersion: fact,
  /** The raw 32 bytes of the Ed25519 public key. */
  publicKey: z.base64url().length(43),
  /** `SHA256:` and the unpadded base64 of the key's SHA-256; must agree with the key. */
  keyFingerprint: fact,
  /** Over `enrolmentText(hexadecimal SHA-256 of the tenant token, machineName)`: whoever enrols a key holds it. */
  signature,
});
export type Enrolment = z.infer<typeof enrolment>;

/** Answer to an enrolment: 201 when new, 200 when the key was known; a key that was deleted answers 403. */
export const enrolled = z.object({
  /** Id of the pending device, of the device that it becomes, and of that device's heartbeat block. */
  agentId: z.guid(),
  tenantId: z.guid(),
});
export type Enrolled = z.infer<typeof enrolled>;

/** Answer of `POST /v1/agents/{agentId}/challenge`; the nonce holds for a minute and signs in once. */
export const challenge = z.object({ nonce: z.string() });
export type Challenge = z.infer<typeof challenge>;

/** Body of `POST /v1/agents/{agentId}/sign-in`: the signature is over `signInText(agentId, nonce)`. */
export const signIn = z.object({ nonce: z.string().max(200), signature });
export type SignIn = z.infer<typeof signIn>;

/** 200 once promoted: a bearer token of ten minutes. 202 while pending. 403 when the key is refused for good. */
export const signedIn = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({
    status: z.literal('promoted'),
    deviceId: z.guid(),
    token: z.string(),
    /** Seconds that the token holds. */
    expiresIn: z.int(),
  }),
]);
export type SignedIn = z.infer<typeof signedIn>;

/**
 * Answer of `GET /v1/agents/configuration`, a conditional long poll: with `If-None-Match` of the last `ETag` it answers
 * when something has changed, else 304 after at most 25 s.
 */
export const agentConfiguration = z.object({
  deviceId: z.guid(),
  name: z.string(),
  enabled: z.boolean(),
  /** Seconds between heartbeats; 0 means none. */
  heartbeatInterval: z.int(),
  /** The agent restarts itself and then says so at `POST /v1/agents/restarted`, which takes the flag back. */
  restartAgentFlag: z.boolean(),
  /** Whether the agent ships its logs. */
  shipsLogs: z.boolean(),
  /** Until when it traces; `null` when it does not. */
  traceExpiration: z.iso.datetime().nullable(),
});
export type AgentConfiguration = z.infer<typeof agentConfiguration>;

/** Body of `POST /v1/agents/logs`: entries of the agent's log, each stored once by its id. */
export const agentLogs = z
  .array(
    z.object({
      logEntryId: z.guid(),
      created: instant,
      entryType: text(50),
      detail: text(8_000),
    }),
  )
  .max(500);
export type AgentLogs = z.infer<typeof agentLogs>;
