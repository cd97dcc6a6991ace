import { isRecord } from '@cfs/contracts/json-record';
import type { PacketField } from '@cfs/contracts/packet-field';
import type { PacketMessage } from '@cfs/contracts/packets';

const member = (value: unknown, name: string): unknown => {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const wanted = name.toLowerCase();
  const other = Object.keys(value).find((key) => key.toLowerCase() === wanted);
  return other === undefined ? undefined : value[other];
};

/** A field by its whole name, else as a path with dots; names match without regard to case. */
export const readField = (group: unknown, fieldName: string): unknown =>
  member(group, fieldName) ?? (fieldName.includes('.') ? fieldName.split('.').reduce(member, group) : undefined);

/** Reads a field of a packet. */
export const readPacketField = (message: PacketMessage, field: PacketField): unknown =>
  field.group === 'Value' ? message.Value : readField(message[field.group], field.name);
