import { conditionTypes } from '@cfs/contracts/rule-conditions';

/** Groups the conditions that are joined by And, in their order; the groups are joined by Or. */
export const alternativesOf = <Condition extends { readonly Type: number }>(
  conditions: readonly Condition[],
): Condition[][] => {
  const alternatives: Condition[][] = [];
  for (const condition of conditions) {
    const last = alternatives.at(-1);
    if (last && condition.Type !== conditionTypes.Or) last.push(condition);
    else alternatives.push([condition]);
  }
  return alternatives;
};
