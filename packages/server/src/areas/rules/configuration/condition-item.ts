import { nameOf } from '@cfs/contracts/name-of';
import { conditionTypes, type RuleCondition } from '@cfs/contracts/rule-conditions';
import { leftOperands, leftOperandsById, tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { isGuid } from '@cfs/contracts/guid';
import { severities, workUnitStates, workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { z } from 'zod';
import { compact } from '../../../platform/tenant-configuration/compact.ts';
import type { Reading } from '../../../platform/tenant-configuration/configuration-part.ts';
import { itemFault, type FaultPath } from '../../../platform/tenant-configuration/item-faults.ts';
import { referenceSchema, type NamedKind } from '../../../platform/tenant-configuration/names.ts';
import { canonicalSpan, looseText, spanText } from '../../../platform/tenant-configuration/schemas.ts';

const catalogue = <Names extends Readonly<Record<string, number>>>(names: Names) =>
  z.enum(Object.keys(names) as [keyof Names & string]).optional();

/** Alternatives to a text as the value of a condition; at most one of them. */
const meant = {
  tenant: z.literal('this').optional(),
  subscription: referenceSchema.optional(),
  rule: referenceSchema.optional(),
  category: referenceSchema.optional(),
  subcategory: referenceSchema.optional(),
  block: referenceSchema.optional(),
  severity: catalogue(severities),
  state: catalogue(workUnitStates),
  workUnitType: catalogue(workUnitTypes),
};

type Meaning = keyof typeof meant;

/** What the value of an operand refers to: a row or an enumeration. */
const meaningOf: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [6, 'block'],
  [9, 'block'],
  [tenantOperandId, 'tenant'],
  [21, 'subscription'],
  [30, 'rule'],
  [61, 'severity'],
  [62, 'state'],
  [63, 'workUnitType'],
  [64, 'category'],
  [65, 'subcategory'],
]);

const enumerations: Partial<Record<Meaning, Readonly<Record<string, number>>>> = {
  severity: severities,
  state: workUnitStates,
  workUnitType: workUnitTypes,
};

/** Meanings whose ids may be written as they are: entities send packets without having a block. */
const plainIds: ReadonlySet<Meaning> = new Set(['block']);

const occurrenceSchema = z.strictObject({
  option: z.enum(['TimesInARow', 'TimesWithinSpan', 'OncePerSpan']),
  count: z.int().optional(),
  span: spanText.optional(),
});

/** A condition in a file, with names instead of numbers and ids. */
export const conditionSchema = z.strictObject({
  join: z.enum(['And', 'Or']).default('And'),
  operand: z.enum(leftOperands.map(({ name }) => name)),
  field: z.string().max(200).default(''),
  operator: z.enum(Object.keys(ruleOperators) as (keyof typeof ruleOperators)[]),
  value: looseText.optional(),
  ...meant,
  occurrence: occurrenceSchema.optional(),
  window: z.strictObject({ span: spanText, minimumSamples: z.int() }).optional(),
});

export type ConditionItem = z.output<typeof conditionSchema>;

const kindOf = (meaning: Meaning): NamedKind => meaning as NamedKind;

const toMeant = (meaning: Meaning, text: string, { names, tenantId }: Reading): Record<string, unknown> => {
  if (meaning === 'tenant') {
    if (text.toLowerCase() === tenantId) return { tenant: 'this' };
    throw itemFault([], `It refers to another tenant: ${text}.`);
  }
  const enumeration = enumerations[meaning];
  if (enumeration) {
    const isNumber = Object.values(enumeration).some((number) => String(number) === text);
    return isNumber ? { [meaning]: nameOf(enumeration, Number(text)) } : { value: text };
  }
  const id = text.trim().toLowerCase();
  const found = names.findReference(kindOf(meaning), id);
  if (found !== undefined) return { [meaning]: found };
  return plainIds.has(meaning) ? { value: text } : { [meaning]: names.referenceTo(kindOf(meaning), id) };
};

/** Converts a stored condition to the file format. The first condition has no `join`. */
export const toConditionItem = (condition: RuleCondition, index: number, reading: Reading): Record<string, unknown> => {
  const { Type, LeftOperand, LeftOperandFieldName, Operator, RightOperand, OccurrencePattern, Window } = condition;
  const meaning = meaningOf.get(LeftOperand);
  const value =
    RightOperand === null || RightOperand === undefined || RightOperand === ''
      ? {}
      : meaning === undefined
        ? { value: RightOperand }
        : toMeant(meaning, RightOperand, reading);
  const pattern = OccurrencePattern?.Option === occurrenceOptions.EveryTime ? undefined : OccurrencePattern;
  return {
    ...compact({ join: index === 0 ? undefined : nameOf(conditionTypes, Type) }, { join: 'And' }),
    operand: leftOperandsById.get(LeftOperand)?.name,
    ...compact({ field: LeftOperandFieldName }),
    operator: nameOf(ruleOperators, Operator),
    ...value,
    ...(pattern && {
      occurrence: {
        option: nameOf(occurrenceOptions, pattern.Option),
        ...compact({
          count: 'Count' in pattern ? pattern.Count : undefined,
          span: 'Span' in pattern ? canonicalSpan(pattern.Span) : undefined,
        }),
      },
    }),
    ...(Window && { window: { span: canonicalSpan(Window.Span), minimumSamples: Window.MinimumSamples } }),
  };
};

const rightOperandOf = (item: ConditionItem, operandId: number, reading: Reading, path: FaultPath): string | null => {
  const meaning = meaningOf.get(operandId);
  const given = (['value', ...Object.keys(meant)] as ('value' | Meaning)[]).filter((key) => item[key] !== undefined);
  const [key, ...more] = given;
  if (key === undefined) return null;
  if (more.length > 0)
    throw itemFault([...path, more[0] ?? ''], `A condition can have only one value: ${given.join(' or ')}.`);
  if (key === 'value') {
    const text = item.value ?? '';
    if (meaning !== undefined && !plainIds.has(meaning) && (isGuid(text.trim()) || meaning === 'tenant'))
      throw itemFault([...path, 'value'], `${item.operand} requires a name: write ${meaning} instead of value.`);
    return text;
  }
  if (key !== meaning) throw itemFault([...path, key], `${item.operand} does not accept ${key}.`);
  const enumeration = enumerations[key];
  if (enumeration) return String(enumeration[item[key] as string]);
  if (key === 'tenant') return reading.tenantId;
  const reference = item[key];
  return reference === undefined ? null : reading.names.idOf(kindOf(key), reference, [...path, key]);
};

/** Converts a condition of the file to the format of the body of a rule. */
export const toRuleCondition = (item: ConditionItem, index: number, reading: Reading) => {
  const path = ['conditions', index];
  const LeftOperand = leftOperands.find(({ name }) => name === item.operand)?.id ?? 0;
  const { occurrence, window } = item;
  return {
    Type: index === 0 ? conditionTypes.And : conditionTypes[item.join],
    LeftOperand,
    ...(item.field !== '' && { LeftOperandFieldName: item.field }),
    Operator: ruleOperators[item.operator],
    RightOperand: rightOperandOf(item, LeftOperand, reading, path),
    ...(occurrence && {
      OccurrencePattern: {
        Option: occurrenceOptions[occurrence.option],
        ...(occurrence.count !== undefined && { Count: occurrence.count }),
        ...(occurrence.span !== undefined && { Span: occurrence.span }),
      },
    }),
    ...(window && { Window: { Span: window.span, MinimumSamples: window.minimumSamples } }),
  };
};
