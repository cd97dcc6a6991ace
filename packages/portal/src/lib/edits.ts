/** The values of a form by field. */
export type Values = Readonly<Record<string, unknown>>;

/** One field that a person changed: what they saw, and what they made of it. */
export interface Edit {
  readonly name: string;
  readonly seen: unknown;
  readonly mine: unknown;
}

/** An edit of a field that somebody else has changed to another value meanwhile. */
export interface Clash extends Edit {
  readonly theirs: unknown;
}

const plain = (value: unknown): string => JSON.stringify(value === undefined || value === '' ? null : value);

/** Whether two values are the same on the wire: absent, null and an empty text all mean nothing. */
export const isSame = (one: unknown, other: unknown): boolean => plain(one) === plain(other);

/** The fields that differ between what was seen and what stands in the form now. */
export const editsOf = (seen: Values, now: Values): readonly Edit[] =>
  Object.keys(now)
    .filter((name) => !isSame(seen[name], now[name]))
    .map((name) => ({ name, seen: seen[name], mine: now[name] }));

/** The edits that would overwrite a change of somebody else's. */
export const clashesOf = (edits: readonly Edit[], theirs: Values): readonly Clash[] =>
  edits
    .filter(({ name, seen, mine }) => !isSame(seen, theirs[name]) && !isSame(mine, theirs[name]))
    .map((edit) => ({ ...edit, theirs: theirs[edit.name] }));

/** The values of the server with the edits put upon them, save for those fields that keep the server's value. */
export const reapplied = <Base extends Values>(
  theirs: Base,
  edits: readonly Edit[],
  yielding: ReadonlySet<string>,
) => ({
  ...theirs,
  ...Object.fromEntries(edits.filter(({ name }) => !yielding.has(name)).map(({ name, mine }) => [name, mine])),
});
