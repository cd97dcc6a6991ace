import { formatTimeSpan, parseTimeSpan } from '@cfs/contracts/time-span';
import { z } from 'zod';

/** A text; numbers and booleans, which YAML writes without quotes, are converted to text. */
export const looseText = z.union([z.string().max(64_000), z.number(), z.boolean()]).transform(String);

/** The canonical form of a time span; other text is returned unchanged, for the area to refuse. */
export const canonicalSpan = (text: string): string => {
  const seconds = parseTimeSpan(text);
  return seconds === undefined ? text : formatTimeSpan(seconds);
};

/** A time span as `HH:mm:ss` or `d.HH:mm:ss`. */
export const spanText = z
  .string()
  .regex(/^(?:\d{1,8}\.)?\d\d:\d\d:\d\d$/, 'Must be a time span such as 00:10:00.')
  .transform(canonicalSpan);

/** Sorts values by the names of their parameters. */
export const sortedParameters = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));

/** Texts by parameter. */
export const parameterTexts = z
  .record(z.string().max(100), looseText.nullable())
  .default({})
  .transform(sortedParameters);
