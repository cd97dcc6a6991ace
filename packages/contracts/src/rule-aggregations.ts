import { z } from 'zod';
import { packetFieldSchema } from './packet-field.ts';
import { operatorsWithoutValue, ruleOperators } from './rule-operators.ts';
import { boundedSpan } from './rule-windows.ts';
import { text } from './text.ts';

/** What the groups of an aggregation are. */
export const aggregationGroups = ['Tenant', 'Subscription', 'Device', 'Location'] as const;

/** Bounds of a bucket in seconds. */
export const bucketSeconds = { minimum: 60, maximum: 86_400 } as const;

/** The time in milliseconds after the end of a bucket at which it is evaluated: until then packets are on time. */
export const bucketDelayMilliseconds = 5 * 60_000;

const whereSchema = z
  .object({
    Field: packetFieldSchema,
    Operator: z.int().refine((id) => Object.values<number>(ruleOperators).includes(id), {
      error: 'The operator is not in the catalogue.',
    }),
    Value: z
      .union([text(4_000), z.number(), z.boolean()])
      .transform(String)
      .nullish()
      .transform((value) => value ?? null),
  })
  .refine(({ Operator, Value }) => operatorsWithoutValue.has(Operator) || Boolean(Value), {
    error: 'Where needs a value to compare with.',
  })
  .refine(({ Operator }) => Operator !== ruleOperators.Matches && Operator !== ruleOperators.NotMatches, {
    error: 'Where does not support regular expressions.',
  });

/**
 * What an Aggregation rule adds (docs/reference/rules.md#aggregation). Samples are the last packet of each entity in the
 * bucket; `Where` chooses those that count, `Field` is what Sum, Average, Minimum and Maximum are over.
 */
export const ruleAggregationSchema = z.object({
  Bucket: boundedSpan(bucketSeconds.minimum, bucketSeconds.maximum),
  GroupBy: z.enum(aggregationGroups),
  Field: packetFieldSchema.default(''),
  Where: whereSchema.nullish().transform((where) => where ?? null),
});

export type RuleAggregation = z.infer<typeof ruleAggregationSchema>;
