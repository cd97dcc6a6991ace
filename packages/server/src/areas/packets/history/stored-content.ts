import type { PacketMessage } from '@cfs/contracts/packets';
import { sql, type RawBuilder } from 'kysely';

/** A message as the columns of the history contain it (migrations/0024-packets.sql). */
export interface StoredContent {
  /** `Value`, if it is a number that PostgreSQL writes as JSON does. */
  readonly number: number | null;
  /** Any other `Value` as text. */
  readonly text: string | null;
  /** The message as JSON; `null` if it contains only such a number or a text. */
  readonly message: string | null;
}

/** Outside of these bounds PostgreSQL writes an exponent where JSON has none, or another one. */
const minExact = 1e-4;
const exactBelow = 1e15;

const isWrittenAlike = (number: number): boolean => {
  const size = Math.abs(number);
  return number === 0 || (size >= minExact && size < exactBelow);
};

const isValueAlone = (message: PacketMessage): boolean => {
  for (const name in message) if (name !== 'Value') return false;
  return true;
};

/** Converts a message to its stored form: as JSON, unless it contains only a value that is stored exactly. */
export const toStoredContent = (message: PacketMessage): StoredContent => {
  const value = message.Value ?? null;
  // JSON has no negative zero.
  const number = typeof value === 'number' && isWrittenAlike(value) ? value + 0 : null;
  const isReadBack = number !== null || typeof value === 'string';
  return {
    number,
    text: number !== null || value === null ? null : String(value),
    message: isReadBack && isValueAlone(message) ? null : JSON.stringify(message),
  };
};

/** The message as JSON. */
export const messageText = ({ number, text, message }: StoredContent): string =>
  message ?? JSON.stringify({ Value: number ?? text });

/** `Value` as text. */
export const valueText = ({ number, text }: StoredContent): string | null => (number === null ? text : String(number));

const columns = (alias: string) => ({
  number: sql.ref(`${alias}.number`),
  text: sql.ref(`${alias}.text`),
  message: sql.ref(`${alias}.message`),
});

/** `Value` of a row of the history as text. */
export const packetValue = (alias: string): RawBuilder<string | null> => {
  const { number, text } = columns(alias);
  return sql`cfs.packet_value(${number}, ${text})`;
};

/** `Value` of a row of the history as a number; null if it is not one. */
export const packetNumber = (alias: string): RawBuilder<number | null> => {
  const { number, text } = columns(alias);
  return sql`coalesce(${number}, cfs.number_of(${text}))`;
};

/** When a row of the history arrived, in whole milliseconds. */
export const packetReceived = (alias: string): RawBuilder<Date> =>
  sql`(${sql.ref(`${alias}.timestamp`)} + ${sql.ref(`${alias}.delay`)} * interval '1 millisecond')::timestamptz(3)`;

/** The message of a row of the history. */
export const packetMessage = (alias: string): RawBuilder<PacketMessage> => {
  const { number, text, message } = columns(alias);
  return sql`cfs.packet_message(${number}, ${text}, ${message})`;
};

/** The key of an entity in the history; null for one that has not sent a packet. */
export const seriesOf = (tenantId: string | RawBuilder<unknown>, entityId: string | RawBuilder<unknown>) =>
  sql<number | null>`(
    select latest.series from packets_latest latest
    where latest.tenant_id = ${tenantId} and latest.entity_id = ${entityId}
  )`;
