import { isRecord } from '@cfs/contracts/json-record';
import type { PacketMessage } from '@cfs/contracts/packets';

/** The message of a packet; empty where it is not an object. */
export const readMessage = (text: string | null | undefined): PacketMessage => {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
};

/** The name that the entity gives itself. */
export const nameInMessage = (text: string | null | undefined): string | undefined => {
  const name: unknown = readMessage(text).Properties?.['BlockName'];
  return typeof name === 'string' && name !== '' ? name : undefined;
};
