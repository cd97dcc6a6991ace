/** One operation of an RFC 6902 patch as the server takes it. */
export type PatchOperation =
  | { readonly op: 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'replace'; readonly path: string; readonly value: unknown };

type Fields = Readonly<Record<string, unknown>>;

/** Absent, null and an empty text are the same: nothing. */
const wire = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** The fields whose values differ, each with a `test` of the value that the person saw before its `replace`. */
export const patchOf = (before: Fields, after: Fields): readonly PatchOperation[] =>
  Object.keys(after).flatMap((name): readonly PatchOperation[] => {
    const [seen, wanted] = [wire(before[name]), wire(after[name])];
    if (seen === wanted) return [];
    const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [
      { op: 'test', path, value: seen },
      { op: 'replace', path, value: wanted },
    ];
  });
