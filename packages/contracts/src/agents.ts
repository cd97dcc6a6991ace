import { z } from 'zod';
import { agentInstall, publisherKeys } from './agent-installs.ts';
import { agentOperation } from './agent-operations.ts';
import { instant, requiredText, text } from './text.ts';

/**
 * Messages between agent and server (docs/reference/agent-protocol.md). An agent is identified by its Ed25519 key: the
 * private key never leaves the machine, the server stores the public key.
 */

const fact = requiredText(255, 'Must not be empty.');
const signature = z.base64url().length(86);

/** Body of `POST /v1/agents/enrol`, sent with a tenant token that permits enrolment. */
export const enrolment = z.object({
  machineName: fact,
  /** Name and release: `Linux 6.1.0`. */
  operatingSystem: fact,
  /** `win32`, `darwin` or `linux`, as in Node's `process.platform`; other platforms have no operating system id. */
  platform: fact,
  /** `x64`, `arm64` …, as in Node's `process.arch`. */
  architecture: fact,
  ipAddress: z.union([z.ipv4(), z.ipv6()]).nullish(),
  agentVersion: fact,
  /** The raw 32 bytes of the Ed25519 public key. */
  publicKey: z.base64url().length(43),
  /** `SHA256:` and the unpadded base64 of the key's SHA-256; must agree with the key. */
  keyFingerprint: fact,
  /**
   * Signature of `enrolmentText(hexadecimal SHA-256 of the tenant token, machineName)`; proves possession of the
   * private key.
   */
  signature,
});
export type Enrolment = z.infer<typeof enrolment>;

/** Answer to an enrolment: 201 for a new key, 200 for a known one; 403 for a key that was deleted. */
export const enrolled = z.object({
  /** Id of the pending device, of the device after promotion, and of that device's heartbeat block. */
  agentId: z.guid(),
  tenantId: z.guid(),
});
export type Enrolled = z.infer<typeof enrolled>;

/** Answer of `POST /v1/agents/{agentId}/challenge`; the nonce is valid for one minute and one sign-in. */
export const challenge = z.object({ nonce: z.string() });
export type Challenge = z.infer<typeof challenge>;

/** Body of `POST /v1/agents/{agentId}/sign-in`; the signature covers `signInText(agentId, nonce)`. */
export const signIn = z.object({
  nonce: z.string().max(200),
  signature,
  /**
   * Drawn by the agent at each start. A session that returns after another one has replaced it belongs to a copy of the
   * machine: the device is then marked as cloned.
   */
  sessionId: z.guid().toLowerCase().optional(),
});
export type SignIn = z.infer<typeof signIn>;

/**
 * 200 once promoted: a bearer token valid for ten minutes. 202 while pending. 403 when the key is refused permanently.
 */
export const signedIn = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({
    status: z.literal('promoted'),
    deviceId: z.guid(),
    token: z.string(),
    /** Lifetime of the token in seconds. */
    expiresIn: z.int(),
  }),
]);
export type SignedIn = z.infer<typeof signedIn>;

/**
 * Answer of `GET /v1/agents/configuration`, a conditional long poll: with the last `ETag` in `If-None-Match` it answers
 * as soon as the configuration changes, or 304 after at most 25 s.
 */
export const agentConfiguration = z.object({
  deviceId: z.guid(),
  name: z.string(),
  enabled: z.boolean(),
  /** Seconds between heartbeats; 0 disables them. */
  heartbeatInterval: z.int(),
  /** The agent restarts itself and then confirms with `POST /v1/agents/restarted`, which resets the flag. */
  restartAgentFlag: z.boolean(),
  /** Whether the agent sends its logs. */
  shipsLogs: z.boolean(),
  /** End of tracing; `null` when tracing is off. */
  traceExpiration: z.iso.datetime().nullable(),
  /** The operations of the device; a disabled device runs none. */
  operations: z.array(agentOperation),
  /** The packages that the device is to have. */
  installs: z.array(agentInstall),
  /**
   * Keys that may sign the manifests of this tenant's bundles. The product's own key is built into the agent, and a
   * machine whose administrator has named keys accepts those alone.
   */
  publisherKeys,
});
export type AgentConfiguration = z.infer<typeof agentConfiguration>;

/** Body of `POST /v1/agents/logs`: log entries of the agent; an id that is already stored is ignored. */
export const agentLogs = z
  .array(
    z.object({
      logEntryId: z.guid().toLowerCase(),
      created: instant,
      entryType: text(50),
      detail: text(8_000),
      /** The operation that the entry is about, in whose log it then appears; the device's without one. */
      deviceOperationId: z.guid().toLowerCase().optional(),
    }),
  )
  .max(500);
export type AgentLogs = z.infer<typeof agentLogs>;
