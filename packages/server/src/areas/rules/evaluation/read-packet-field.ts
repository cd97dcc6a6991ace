import { isRecord } from '@cfs/contracts/json-record';
import type { PacketField } from '@cfs/contracts/packet-field';
import type { PacketMessage } from '@cfs/contracts/packets';

/**
 * Objects with more keys are searched through a map of their keys: rules may ask for many names that an object lacks.
 */
const maxSearchedKeys = 8;
const keysByLowerCase = new WeakMap<object, ReadonlyMap<string, string>>();

const keyMapOf = (value: object, keys: readonly string[]): ReadonlyMap<string, string> => {
  const known = keysByLowerCase.get(value);
  if (known) return known;
  // Of keys that differ only in case, the first is used.
  const made = new Map(keys.toReversed().map((key) => [key.toLowerCase(), key]));
  keysByLowerCase.set(value, made);
  return made;
};

const member = (value: unknown, name: string): unknown => {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const wanted = name.toLowerCase();
  const keys = Object.keys(value);
  const other =
    keys.length > maxSearchedKeys
      ? keyMapOf(value, keys).get(wanted)
      : keys.find((key) => key.toLowerCase() === wanted);
  return other === undefined ? undefined : value[other];
};

/** Reads a field by its full name, otherwise as a path with dots. Names ignore case. */
export const readField = (group: unknown, fieldName: string): unknown =>
  member(group, fieldName) ?? (fieldName.includes('.') ? fieldName.split('.').reduce(member, group) : undefined);

/** Reads a field of a packet. */
export const readPacketField = (message: PacketMessage, field: PacketField): unknown =>
  field.group === 'Value' ? message.Value : readField(message[field.group], field.name);
