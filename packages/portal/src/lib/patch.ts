/** One operation of an RFC 6902 patch as the server takes it. */
export type PatchOperation =
  | { readonly op: 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'replace'; readonly path: string; readonly value: unknown };

type Fields = Readonly<Record<string, unknown>>;

/** Absent, null and an empty text are the same: nothing. */
const wire = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

const pathOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Asks that a field still has the value that the person saw. */
export const testOf = (name: string, seen: unknown): PatchOperation => ({
  op: 'test',
  path: pathOf(name),
  value: wire(seen),
});

/** The fields whose values differ, each with a `test` of the value that the person saw before its `replace`. */
export const patchOf = (before: Fields, after: Fields): readonly PatchOperation[] =>
  Object.keys(after).flatMap((name): readonly PatchOperation[] => {
    const wanted = wire(after[name]);
    if (wire(before[name]) === wanted) return [];
    return [testOf(name, before[name]), { op: 'replace', path: pathOf(name), value: wanted }];
  });
