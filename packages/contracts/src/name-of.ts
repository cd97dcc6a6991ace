const names = new WeakMap<object, ReadonlyMap<number, string>>();

/** The name of a number in an enumeration. Throws RangeError for a number that it does not have. */
export const nameOf = <Catalogue extends Readonly<Record<string, number>>>(
  catalogue: Catalogue,
  value: number,
): keyof Catalogue & string => {
  let byNumber = names.get(catalogue);
  if (byNumber === undefined) {
    byNumber = new Map(Object.entries(catalogue).map(([name, number]) => [number, name]));
    names.set(catalogue, byNumber);
  }
  const name = byNumber.get(value);
  if (name === undefined) throw new RangeError(`No name for the number ${value}`);
  return name;
};
