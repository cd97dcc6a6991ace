import { DatabaseBusyError, DatabaseLostError } from './database/database-errors.ts';

/** An error as logs show it. */
interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** The table, column and constraint that PostgreSQL names. */
  readonly at?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
  readonly errors?: readonly DescribedError[];
}

/** Maximum depth of the causes that are described. */
const maxDepth = 5;
const maxErrors = 10;

const textIn = (error: object, member: string): string | undefined => {
  const value: unknown = (error as Record<string, unknown>)[member];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Codes of PostgreSQL about data (class 22): their messages quote the value. */
const quotesValue = (code: string | undefined): boolean => code !== undefined && /^22[0-9A-Z]{3}$/.test(code);

/** The frames of a stack, without the message above them. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** While the database is unavailable, each part of the server logs such an error; its stack shows only the client. */
const isUnavailability = (error: unknown): boolean =>
  error instanceof DatabaseLostError || error instanceof DatabaseBusyError;

const describe = (error: unknown, depth: number, withStack = true): DescribedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = textIn(error, 'code');
  const at = ['table', 'column', 'constraint'].flatMap((member) => textIn(error, member) ?? []).join(' ');
  const nested = depth < maxDepth;
  const hasStack = withStack && !isUnavailability(error);
  return {
    type: error.name,
    message: quotesValue(code) ? error.message.replaceAll(/"[^]*"/g, '"…"') : error.message,
    ...(code !== undefined && { code }),
    ...(at !== '' && { at }),
    ...(hasStack && { stack: framesOf(error) }),
    ...(nested && error.cause !== undefined && { cause: describe(error.cause, depth + 1, hasStack) }),
    ...(nested &&
      error instanceof AggregateError && {
        errors: error.errors.slice(0, maxErrors).map((each: unknown) => describe(each, depth + 1)),
      }),
  };
};

/**
 * An error for the log: its type, message, code and stack, and those of its causes; an unavailable database has no
 * stack. Nothing else that an error carries is shown: rows in the details of PostgreSQL, requests with their headers, or
 * claims of a token.
 */
export const describeError = (error: unknown): DescribedError => describe(error, 0);
