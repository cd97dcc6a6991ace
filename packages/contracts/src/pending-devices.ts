import { z } from 'zod';
import { pendingDeviceBatchMessage } from './pending-device-texts.ts';
import { pendingDeviceBatchLimit } from './sizes.ts';

/** Machines that have enrolled and await promotion. See docs/reference/pending-devices.md. */

/** A row of `GET /v1/pendingdevices` (OData). */
export const pendingDevice = z.object({
  pendingDeviceId: z.guid(),
  machineName: z.string(),
  operatingSystem: z.string(),
  architecture: z.string(),
  ipAddress: z.string().nullable(),
  agentVersion: z.string().nullable(),
  /** SHA-256 of the agent's public key, as printed on the agent's console. */
  keyFingerprint: z.string(),
  created: z.iso.datetime(),
  /** When the agent last authenticated with its key; inactive after a day. */
  lastPing: z.iso.datetime(),
});
export type PendingDevice = z.infer<typeof pendingDevice>;

/** Body of `POST /v1/pendingdevices/batchpromote` and `DELETE /v1/pendingdevices/batchdelete`: 1 to 24 ids. */
export const pendingDeviceBatch = z
  .array(z.guid().toLowerCase())
  .min(1, 'Please select at least one Device.')
  .max(pendingDeviceBatchLimit - 1, pendingDeviceBatchMessage);

/** Answer of `batchpromote`: the created devices; their ids equal those of the pending devices. */
export const promotion = z.object({ deviceIds: z.array(z.guid()) });
export type Promotion = z.infer<typeof promotion>;
