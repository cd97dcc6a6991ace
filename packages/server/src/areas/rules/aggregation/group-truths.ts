import { truthOf, type CompiledAlternative, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
import type { GroupFacts, RuleSubject } from '../evaluation/rule-subject.ts';
import { isOfEntity } from './read-bucket.ts';

/** Evaluates the alternatives of an Aggregation rule for a group, by the conditions that do not select its entities. */
export const groupTruths = (
  { alternatives }: CompiledRule,
  subject: RuleSubject,
  factsOf: (alternative: CompiledAlternative, index: number) => GroupFacts | undefined,
): readonly Truth[] =>
  alternatives.map((alternative, index) => {
    const group = factsOf(alternative, index);
    return truthOf(
      alternative.conditions.filter((each) => !isOfEntity(each)),
      group ? { ...subject, group } : subject,
      undefined,
    );
  });
