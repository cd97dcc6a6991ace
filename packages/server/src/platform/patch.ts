import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { conflict, invalid } from './problems.ts';

const path = z.string().regex(/^\/[^/]+$/, 'A patch can change only top-level fields: /name.');

/** The supported subset of RFC 6902: `test`, `add`, `replace` and `remove` of top-level fields. */
export const patchSchema = z
  .array(
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.literal('test'), path, value: z.unknown() }),
      z.strictObject({ op: z.literal('add'), path, value: z.unknown() }),
      z.strictObject({ op: z.literal('replace'), path, value: z.unknown() }),
      z.strictObject({ op: z.literal('remove'), path }),
    ]),
  )
  .min(1, 'A patch must contain at least one operation.')
  .max(200, 'A patch can contain at most 200 operations.');

export type PatchOperation = z.infer<typeof patchSchema>[number];

export interface PatchTarget {
  /** The row in wire form, read under its lock. */
  readonly current: Readonly<Record<string, unknown>>;
  /** Names of the writable fields. */
  readonly writable: readonly string[];
}

/** Decodes a path (RFC 6901) to a field name. */
const nameOf = (pointer: string): string => pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');

const same = (left: unknown, right: unknown): boolean =>
  isDeepStrictEqual(left ?? null, right) ||
  (isInstant(left) && isInstant(right) && Date.parse(left) === Date.parse(right));

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && instantPattern.test(value) && !Number.isNaN(Date.parse(value));

/**
 * Returns the fields that a patch changes with their new values (`null` for removed ones), by the row's names.
 *
 * Every changed field requires a `test` of the previous value, which is compared with the stored one at any position in
 * the patch. Throws 400 for a field that is not writable or lacks its test, and 409 with a detail that contains "is not
 * equal to the test value".
 */
export const applyPatch = (
  operations: readonly PatchOperation[],
  { current, writable }: PatchTarget,
): Record<string, unknown> => {
  const names = new Map([...Object.keys(current), ...writable].map((name) => [name.toLowerCase(), name]));
  const changeable = new Set(writable);
  const tested = new Set<string>();
  const changes = new Map<string, unknown>();
  for (const operation of operations) {
    const asked = nameOf(operation.path);
    const name = names.get(asked.toLowerCase());
    if (name === undefined) throw invalid({ [asked]: [`There is no field '${asked}'.`] });
    if (operation.op === 'test') {
      if (!same(current[name], operation.value)) {
        const detail = `The current value of '${name}' is not equal to the test value.`;
        throw conflict(detail, { [name]: [detail] });
      }
      tested.add(name);
    } else {
      if (!changeable.has(name)) throw invalid({ [name]: [`'${name}' cannot be changed.`] });
      changes.set(name, operation.op === 'remove' ? null : operation.value);
    }
  }
  for (const name of changes.keys())
    if (!tested.has(name))
      throw invalid({ [name]: [`'${name}' is changed without a test operation of its previous value.`] });
  return Object.fromEntries(changes);
};
