import type { Network } from '../../http-request.ts';
import type { Reading } from '../operation-result.ts';
import type { ParameterReader } from '../parameters.ts';
import type { Redactor } from '../redact.ts';

/**
 * An operation of the Core package that runs within the runner. Throws `OperationError` if it cannot do its work; a
 * target that is down is a valid reading.
 */
export type BuiltInOperation = (
  parameters: ParameterReader,
  context: { readonly network: Network; readonly signal: AbortSignal; readonly redactor: Redactor },
) => Promise<Reading>;

/** The message of an error, or its code when it has none, as failed connections to several addresses do. */
export const faultOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message === '' ? (code ?? error.name) : error.message;
};

/** Milliseconds since `began`, a reading of `performance.now()`, with one decimal. */
export const millisecondsSince = (began: number): number => Math.round((performance.now() - began) * 10) / 10;
