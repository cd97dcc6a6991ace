import { text } from './text.ts';

/** The groups of a packet that a field may name. */
export const packetGroups = ['Metrics', 'Properties', 'States', 'Diagnostics'] as const;

export type PacketGroup = (typeof packetGroups)[number];

/** A field of packets: the value, or a member of a group by its name or path. */
export type PacketField = { readonly group: 'Value' } | { readonly group: PacketGroup; readonly name: string };

/** Reads `Metrics.CpuPercent`; an empty text is the value. `undefined` when it names no field. */
export const parsePacketField = (field: string): PacketField | undefined => {
  if (field === '' || field.toLowerCase() === 'value') return { group: 'Value' };
  const dot = field.indexOf('.');
  const group = packetGroups.find((name) => name.toLowerCase() === field.slice(0, Math.max(dot, 0)).toLowerCase());
  const name = field.slice(dot + 1);
  return group === undefined || name === '' ? undefined : { group, name };
};

/** The rule for the characters of a field. */
export const packetFieldMessage =
  'Please enter Value or a field of Metrics, Properties, States or Diagnostics, as Metrics.CpuPercent.';

/** The name of a field on the wire. */
export const packetFieldSchema = text(200).refine((field) => parsePacketField(field) !== undefined, {
  error: packetFieldMessage,
});
