/** The values of a form by field name. */
export type Values = Readonly<Record<string, unknown>>;

/** One edited field: the base value that the person loaded, and their own value. */
export interface Edit {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
}

/** A field that both the person and somebody else changed, to different values. */
export interface FieldConflict extends Edit {
  readonly theirs: unknown;
}

const canonical = (value: unknown): string => JSON.stringify(value === undefined || value === '' ? null : value);

/** Whether two values are equal when serialized; undefined, null and empty text are equal. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The fields that differ between the base and the current values of the form. */
export const editsOf = (base: Values, current: Values): readonly Edit[] =>
  Object.keys(current)
    .filter((name) => !isSame(base[name], current[name]))
    .map((name) => ({ name, base: base[name], mine: current[name] }));

/** The edits that would overwrite somebody else's change. */
export const fieldConflicts = (edits: readonly Edit[], theirs: Values): readonly FieldConflict[] =>
  edits
    .filter(({ name, base, mine }) => !isSame(base, theirs[name]) && !isSame(mine, theirs[name]))
    .map((edit) => ({ ...edit, theirs: theirs[edit.name] }));

/** The server's values with the edits applied, except the fields in `takingTheirs`. */
export const rebaseEdits = <Base extends Values>(
  theirs: Base,
  edits: readonly Edit[],
  takingTheirs: ReadonlySet<string>,
) => ({
  ...theirs,
  ...Object.fromEntries(edits.filter(({ name }) => !takingTheirs.has(name)).map(({ name, mine }) => [name, mine])),
});
