import { isRecord } from '@cfs/contracts/json-record';
import type { PacketMessage } from '@cfs/contracts/packets';

/** Parses the message of a packet; returns an empty message if it is not a JSON object. */
export const readMessage = (text: string | null | undefined): PacketMessage => {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
};

/** The name that the entity reports as its property `BlockName`; `undefined` if there is none. */
export const nameInMessage = (text: string | null | undefined): string | undefined => {
  const name: unknown = readMessage(text).Properties?.['BlockName'];
  return typeof name === 'string' && name !== '' ? name : undefined;
};
