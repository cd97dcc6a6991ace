import { packetLimits } from '@cfs/contracts/packets';

/**
 * Whether rules evaluated a stored packet when it arrived (docs/reference/packets.md#timing); times in milliseconds
 * since 1970. `replays`: whether a device with a spool sent it.
 */
export const wasWatched = (
  { time, receivedAt }: { readonly time: number; readonly receivedAt: number },
  replays: boolean,
): boolean => replays || receivedAt - time <= packetLimits.lateAfterMilliseconds;
