import { z } from 'zod';
import { text } from './text.ts';

/** The packages in the configuration of an agent, and the agent's reports of their installation. */

/** A package that the device is to have. The list is complete: the agent removes packages that are not in it. */
export const agentInstall = z.object({
  packageId: z.guid(),
  packageName: z.string(),
  packageVersionId: z.guid(),
  version: z.string(),
  /** The package is the agent's own program: the agent replaces itself, and rolls back if the new version fails. */
  isAgent: z.boolean(),
  /** SHA-256 of the bundle, 64 hexadecimal digits in lower case. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes of the bundle. */
  size: z.int().nonnegative(),
  /**
   * Path on the server, requested with the device's token: `GET /v1/agents/packages/{packageVersionId}`. Supports byte
   * ranges (206), with the SHA-256 as strong `ETag`.
   */
  path: z.string(),
  /**
   * When the version was last set for the device. The agent does not retry a failed version until it is set again.
   * Absent if a server version without this member set it.
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
 * Body of `POST /v1/agents/installations`, 204: the current state of each package. The agent repeats the newest state
 * of a package until it is acknowledged. After a start it reports all states, and the removals that are not
 * acknowledged yet. A package or version that no longer exists on the server is ignored.
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
