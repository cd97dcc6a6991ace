/** A JSON Patch operation (RFC 6902) that the server supports. */
export type PatchOperation =
  | { readonly op: 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'replace'; readonly path: string; readonly value: unknown };

type Fields = Readonly<Record<string, unknown>>;

/** Undefined and empty text are sent as null. */
const wireValue = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

const pathOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Makes the patch fail if a field no longer has the value that the person loaded. */
export const testOperation = (name: string, seen: unknown): PatchOperation => ({
  op: 'test',
  path: pathOf(name),
  value: wireValue(seen),
});

/** A `replace` for each field that differs, preceded by a `test` of the loaded value: an optimistic lock per field. */
export const patchOf = (before: Fields, after: Fields): readonly PatchOperation[] =>
  Object.keys(after).flatMap((name): readonly PatchOperation[] => {
    const wanted = wireValue(after[name]);
    if (wireValue(before[name]) === wanted) return [];
    return [testOperation(name, before[name]), { op: 'replace', path: pathOf(name), value: wanted }];
  });
