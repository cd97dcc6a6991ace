import { z } from 'zod';
import { parseBoundedJson } from './json-bounds.ts';
import { text } from './text.ts';

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? {};
  if (value.trim() === '') return {};
  try {
    return parseBoundedJson(value);
  } catch {
    return value;
  }
};

/** Maximum of one set of parameters. */
export const parameterLimits = { count: 50, nameCharacters: 100, valueCharacters: 10_000 } as const;

const valueSchema = z
  .union([text(parameterLimits.valueCharacters), z.number().transform(String), z.boolean().transform(String)])
  .nullable();

/** Values by parameter name, as an object or its JSON text; at most 50. */
export const parameterValuesSchema = z.preprocess(
  parsed,
  z
    .record(text(parameterLimits.nameCharacters), valueSchema, {
      error: 'Must be an object of texts, or its JSON text.',
    })
    .refine(
      (values) => Object.keys(values).length <= parameterLimits.count,
      `Must be at most ${parameterLimits.count} parameters.`,
    ),
);

export type ParameterValues = z.output<typeof parameterValuesSchema>;
