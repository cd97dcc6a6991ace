import { createHmac } from 'node:crypto';
import type { DerivedKeys } from '../secrets/derived-keys.ts';

/** Computes the proof that the server wrote a record, from its columns as JSON values. */
export type RecordProver = (record: Readonly<Record<string, unknown>>) => string;

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
};

/** Normalises order and times, in which PostgreSQL's JSON differs from the server's. */
const canonical = ({ recorded, ...record }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(sorted({ ...record, recorded: new Date(recorded as string | Date).toISOString() }));

export const createRecordProver = (keys: DerivedKeys): RecordProver => {
  const key = keys.keyFor('audit record');
  return (record) => createHmac('sha256', key).update(canonical(record)).digest('hex');
};
