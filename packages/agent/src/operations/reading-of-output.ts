import { operationResultTypes, type OperationResultType } from '@cfs/contracts/operation-enumerations';
import { OperationError, type Facts, type Reading, type ReadingValue } from './operation-result.ts';
import type { Redactor } from './redact.ts';

/** UTF-16 code units of a text value. */
export const maxValueCharacters = 4_000;

const isScalar = (value: unknown): value is ReadingValue =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

const factsOf = (group: unknown): Facts =>
  typeof group === 'object' && group !== null
    ? Object.fromEntries(Object.entries(group).filter((entry): entry is [string, ReadingValue] => isScalar(entry[1])))
    : {};

const messageOf = (line: string): Record<string, unknown> | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    const message = JSON.parse(line) as Record<string, unknown>;
    return ['Value', 'Metrics', 'States', 'Properties'].some((member) => Object.hasOwn(message, member))
      ? message
      : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Parses a program's output: its last line if that is JSON with `Value`, `Metrics`, `States` or `Properties`, otherwise
 * the complete output as the value.
 */
export const readingOfOutput = (output: string): Reading => {
  const text = output.trim();
  const message = messageOf(text.slice(text.lastIndexOf('\n') + 1).trim());
  if (!message) return { value: text };
  const value = message['Value'];
  return {
    ...(isScalar(value) && { value }),
    metrics: factsOf(message['Metrics']),
    states: factsOf(message['States']),
    properties: factsOf(message['Properties']),
  };
};

/**
 * Converts a value to the operation's result type; a text is redacted and truncated.
 *
 * @throws OperationError if a Numeric operation has returned no number.
 */
export const typedValue = (
  value: ReadingValue | undefined,
  type: OperationResultType,
  redactor: Redactor,
): ReadingValue | undefined => {
  if (value === undefined) return undefined;
  if (type === operationResultTypes.Text)
    return typeof value === 'string' ? redactor.first(value, maxValueCharacters).toWellFormed() : value;
  const number = typeof value === 'string' ? Number(value.trim() === '' ? Number.NaN : value) : Number(value);
  if (!Number.isFinite(number))
    throw new OperationError(`the result is not a number: ${redactor.first(String(value), 200)}`);
  return number;
};
