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

const valueSchema = z.union([text(10_000), z.number().transform(String), z.boolean().transform(String)]).nullable();

/** Values by parameter name, as an object or its JSON text; at most 50. */
export const parameterValuesSchema = z.preprocess(
  parsed,
  z
    .record(text(100), valueSchema, { error: 'Must be an object of texts, or its JSON text.' })
    .refine((values) => Object.keys(values).length <= 50, 'Must be at most 50 parameters.'),
);

export type ParameterValues = z.output<typeof parameterValuesSchema>;
