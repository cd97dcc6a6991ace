/** A record with a value for each of the names: `byName(['a', 'b'], make)` → `{ a: make('a'), b: make('b') }`. */
export const byName = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name, index: number) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name, index) => [name, make(name, index)])) as Record<Name, Value>;
