import { packetLimits } from '@cfs/contracts/packets';

/**
 * Whether rules looked at a stored packet when it came (docs/reference/packets.md#timing); times in milliseconds since 1970.
 * `replays`: whether a device with a spool sent it.
 */
export const wasWatched = (
  { time, receivedAt }: { readonly time: number; readonly receivedAt: number },
  replays: boolean,
): boolean => replays || receivedAt - time <= packetLimits.lateAfterMilliseconds;
