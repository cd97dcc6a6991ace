/**
 * Splits conditions into alternatives, because And binds tighter than Or. An alternative holds when all of its
 * conditions hold.
 */
export const alternativesOf = <Condition>(
  conditions: readonly Condition[],
  joinsByOr: (condition: Condition) => boolean,
): Condition[][] => {
  const alternatives: Condition[][] = [];
  for (const condition of conditions) {
    const last = alternatives.at(-1);
    if (last && !joinsByOr(condition)) last.push(condition);
    else alternatives.push([condition]);
  }
  return alternatives;
};
