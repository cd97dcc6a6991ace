import { isRecord } from '@cfs/contracts/json-record';
import { isGuid } from '@cfs/contracts/guid';
import { parseIsoTime } from '@cfs/contracts/iso-time';
import { packetLimits, type PacketMessage } from '@cfs/contracts/packets';
import type { Origin } from '../../../platform/tracing/tracing.ts';
import type { IncomingPacket } from './incoming-packet.ts';
import { messageText, toStoredContent, valueText } from '../history/stored-content.ts';

/** The sender of packets, and the time against which their timestamps are checked. */
export interface PacketSender {
  readonly tenantId: string;
  /** The device whose credential was used; it may send only for its own entities. */
  readonly deviceId: string | undefined;
  /** Whether the packets come from an agent's spool. */
  readonly spooled: boolean;
  /** The server's current time, in milliseconds since 1970. */
  readonly now: number;
  /** Days for which history is kept. */
  readonly retentionDays: number;
  readonly origin?: Origin | undefined;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i;
const day = 24 * 60 * 60_000;

/** Milliseconds since 1970; NaN for a value that is not a time. */
const timeOf = (timestamp: unknown): number =>
  typeof timestamp === 'string' && isoTime.test(timestamp) ? parseIsoTime(timestamp) : Number.NaN;

const envelopeBytes = '{"entityId":"","timestamp":"","message":}'.length;
/** Bytes of memory of a parsed value, including the slot that contains it. */
const bytesPerValue = 48;
const groups = ['Properties', 'Metrics', 'States', 'Diagnostics'] as const;

/** Returns a member by its name, ignoring case if there is no exact match. */
const member = (object: Record<string, unknown>, name: string): unknown => {
  if (Object.hasOwn(object, name)) return object[name];
  const other = Object.keys(object).find(
    (key) => key.length === name.length && key.toLowerCase() === name.toLowerCase(),
  );
  return other === undefined ? undefined : object[other];
};

const textFault = (text: string): string | undefined => {
  if (text.includes('\0')) return 'contains the character NUL';
  return text.isWellFormed() ? undefined : 'contains a lone surrogate';
};

/** A fault in a message and its place, such as `.Metrics.Load[3]`. The place is only built if there is a fault. */
interface ContentFault {
  readonly place: string;
  readonly words: string;
  readonly inName?: boolean;
}

const longestPlace = 200;

const within = (step: string, fault: ContentFault): ContentFault => ({ ...fault, place: step + fault.place });

interface Seen {
  /** Number of values that were checked. */
  values: number;
  /** Whether texts and names may contain characters that PostgreSQL rejects. */
  readonly checksTexts: boolean;
}

/**
 * Finds content that PostgreSQL's jsonb would reject or JSON cannot represent; counts the values that it has checked.
 */
const contentFault = (value: unknown, depth: number, seen: Seen): ContentFault | undefined => {
  seen.values += 1;
  switch (typeof value) {
    case 'string': {
      if (!seen.checksTexts) return undefined;
      const words = textFault(value);
      return words === undefined ? undefined : { place: '', words };
    }
    case 'number':
      return Number.isFinite(value) ? undefined : { place: '', words: 'is a number beyond the range of a double' };
    case 'object': {
      if (value === null) return undefined;
      if (depth > packetLimits.depth) return { place: '', words: `is nested deeper than ${packetLimits.depth} levels` };
      if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) {
          const fault = contentFault(item, depth + 1, seen);
          if (fault) return within(`[${index}]`, fault);
        }
        return undefined;
      }
      for (const key of Object.keys(value)) {
        const words = seen.checksTexts ? textFault(key) : undefined;
        if (words !== undefined) return { place: '', words, inName: true };
        const fault = contentFault((value as Record<string, unknown>)[key], depth + 1, seen);
        if (fault) return within(`.${key.slice(0, longestPlace)}`, fault);
      }
      return undefined;
    }
    default:
      return undefined;
  }
};

const describeFault = ({ place, words, inName }: ContentFault): string =>
  `${inName ? 'a name in ' : ''}message${place.slice(0, longestPlace)} ${words}`;

const percent = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const timeFault = (timestamp: unknown, time: number, { now, retentionDays }: PacketSender): string | undefined => {
  if (timestamp === undefined) return 'timestamp is missing';
  if (Number.isNaN(time)) return 'timestamp is not an ISO 8601 time with an offset';
  if (time > now + packetLimits.clockSkewMilliseconds) return 'timestamp is more than 5 minutes in the future';
  if (time < now - retentionDays * day) return `timestamp is older than the ${retentionDays} days that are kept`;
  return undefined;
};

const messageFault = (message: unknown, seen: Seen): string | undefined => {
  if (message === undefined) return 'message is missing';
  if (!isRecord(message)) return 'message is not an object';
  if (typeof message['Value'] === 'object' && message['Value'] !== null) return 'message.Value is not a single value';
  const odd = groups.find((group) => message[group] !== undefined && !isRecord(message[group]));
  if (odd) return `message.${odd} is not an object`;
  const fault = contentFault(message, 1, seen);
  return fault && describeFault(fault);
};

/**
 * Returns the packet as it will be stored, or descriptions of its faults. The texts of an input that was parsed from
 * JSON without escapes need no check.
 */
export const checkPacket = (
  input: unknown,
  sender: PacketSender,
  { hasEscapes = true }: { readonly hasEscapes?: boolean } = {},
): { readonly packet: IncomingPacket } | { readonly errors: readonly string[] } => {
  if (!isRecord(input)) return { errors: ['is not an object'] };
  const entityId = member(input, 'entityId');
  const timestamp = member(input, 'timestamp');
  const message = member(input, 'message');
  const time = timeOf(timestamp);

  const errors: string[] = [];
  if (typeof entityId !== 'string' || !isGuid(entityId)) {
    errors.push(entityId === undefined ? 'entityId is missing' : 'entityId is not a GUID');
  }
  const fault = timeFault(timestamp, time, sender);
  if (fault) errors.push(fault);
  const seen: Seen = { values: 0, checksTexts: hasEscapes };
  const contentError = messageFault(message, seen);
  if (contentError) errors.push(contentError);
  if (errors.length > 0) return { errors };

  const content = message as PacketMessage;
  const stored = toStoredContent(content);
  const text = stored.message === null && stored.number !== null ? '' : messageText(stored);
  const bytes = envelopeBytes + String(entityId).length + String(timestamp).length;
  if (bytes + text.length > packetLimits.bytes || bytes + Buffer.byteLength(text) > packetLimits.bytes) {
    return { errors: [`the packet is larger than ${packetLimits.bytes} bytes`] };
  }
  const age = sender.now - time;
  return {
    packet: {
      tenantId: sender.tenantId,
      entityId: String(entityId).toLowerCase(),
      time,
      message: content,
      content: stored,
      weight: 2 * text.length + seen.values * bytesPerValue,
      value: valueText(stored),
      cpuPercent: percent(content.Metrics?.['CpuPercent']),
      memoryPercent: percent(content.Metrics?.['MemoryPercent']),
      deviceId: sender.deviceId,
      timing: age <= packetLimits.lateAfterMilliseconds ? 'current' : sender.spooled ? 'replayed' : 'late',
      origin: sender.origin,
    },
  };
};
