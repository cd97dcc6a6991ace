import { z } from 'zod';
import { leftOperandsById } from './rule-left-operands.ts';
import { occurrenceOptions, occurrencePatternSchema } from './rule-occurrences.ts';
import { ruleWindowSchema } from './rule-windows.ts';
import { text } from './text.ts';
import { operatorsWithoutValue, ruleOperators } from './rule-operators.ts';

/**
 * How a condition is combined with the one before it; And has the higher precedence. Ignored for the first condition.
 */
export const conditionTypes = { And: 0, Or: 1 } as const;

const numberOf = (values: Readonly<Record<string, number>>, message: string) =>
  z.int().refine((number) => Object.values(values).includes(number), { error: message });

const everyTime = z
  .literal(occurrenceOptions.EveryTime)
  .transform(() => ({ Option: occurrenceOptions.EveryTime }) as const);

/**
 * One condition of a rule, with PascalCase keys (docs/reference/rules.md#conditions). `LeftOperand` is a number of the
 * catalogue; `RightOperand` is always text. Equals compares as numbers when both sides are numeric, as times when both
 * are times, otherwise as text without regard to case; the four orderings compare numbers and times alone. `Window` is that of
 * an operand of History rules.
 */
export const ruleConditionSchema = z
  .object({
    Type: numberOf(conditionTypes, 'A condition joins by And (0) or Or (1).'),
    LeftOperand: z
      .int()
      .refine((id) => leftOperandsById.has(id), { error: 'The left operand is not in the catalogue.' }),
    LeftOperandFieldName: text(200).nullish(),
    Operator: numberOf(ruleOperators, 'The operator is not in the catalogue.'),
    RightOperand: z
      .union([text(4_000), z.number(), z.boolean()])
      .transform(String)
      .nullish(),
    OccurrencePattern: z.union([occurrencePatternSchema, everyTime]).nullish(),
    Window: ruleWindowSchema.nullish(),
  })
  .superRefine((condition, context) => {
    const operand = leftOperandsById.get(condition.LeftOperand);
    if (operand?.hasFieldName && !condition.LeftOperandFieldName) {
      context.addIssue({ code: 'custom', message: `${operand.name} needs the name of a field.` });
    }
    if (!operatorsWithoutValue.has(condition.Operator) && !condition.RightOperand) {
      context.addIssue({ code: 'custom', message: 'The condition needs a value to compare with.' });
    }
  });

export type RuleCondition = z.infer<typeof ruleConditionSchema>;
