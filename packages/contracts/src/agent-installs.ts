import { z } from 'zod';
import { text } from './text.ts';

/** What the configuration of an agent says of packages, and what the agent reports of their installation. */

/** A package that the device is to have. The list is the whole of it: the agent removes packages that it does not name. */
export const agentInstall = z.object({
  packageId: z.guid(),
  packageName: z.string(),
  packageVersionId: z.guid(),
  version: z.string(),
  /** The package is the agent's own program: it replaces itself, and returns to the former version if it must. */
  isAgent: z.boolean(),
  /** SHA-256 of the bundle, 64 hexadecimal digits in lower case. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes of the bundle. */
  size: z.int().nonnegative(),
  /**
   * Path on the server, taken with the device's token: `GET /v1/agents/packages/{packageVersionId}`. Answers byte ranges
   * (206) with the SHA-256 as strong `ETag`.
   */
  path: z.string(),
  /**
   * When the version was last set for the device. The agent tries a version that failed again once it is set again.
   * Absent where a server without this member set it.
   */
  desired: z.iso.datetime().optional(),
});
export type AgentInstall = z.infer<typeof agentInstall>;

/** Ed25519 keys that may sign a manifest: the raw 32 bytes, base64url. */
export const publisherKeys = z.array(z.base64url().length(43));

export const installStates = [
  'Downloading',
  'Verifying',
  'Installing',
  'Installed',
  'Failed',
  'RolledBack',
  'Removed',
] as const;
export type InstallState = (typeof installStates)[number];

/**
 * Body of `POST /v1/agents/installations`, 204: where each package stands now. The agent repeats the newest state of a
 * package until it is acknowledged, and all states after a start: a removal as long as it is not acknowledged. A package or
 * version that the server does not know any more is ignored.
 */
export const installReports = z
  .array(
    z.object({
      packageId: z.guid().toLowerCase(),
      packageVersionId: z.guid().toLowerCase(),
      state: z.enum(installStates),
      /** 0 to 100, of the download. */
      percent: z.int().min(0).max(100),
      /** Why it failed or was rolled back; `null` otherwise. */
      error: text(2_000).nullable(),
    }),
  )
  .max(200);
export type InstallReports = z.infer<typeof installReports>;
