/** The Levenshtein distance of two texts. */
const editDistance = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      current.push(Math.min(replaced, (above[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
};

/** The name with the smallest edit distance from the text, at most `maxEdits`; case-insensitive. */
export const closestName = <Name extends string>(
  text: string,
  names: readonly Name[],
  maxEdits = Math.max(2, Math.floor(text.length / 3)),
): Name | undefined =>
  names
    .map((name) => ({ name, edits: editDistance(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
    .toSorted((one, other) => one.edits - other.edits)[0]?.name;
