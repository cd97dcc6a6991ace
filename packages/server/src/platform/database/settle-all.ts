import { isDatabaseError } from './database-errors.ts';

/** Whether a statement failed only because an earlier one in the transaction had failed. */
const isEcho = (error: unknown): boolean => isDatabaseError(error) && error.code === '25P02';

/**
 * Waits for all promises, so that none is still pending when one has rejected. Throws the first rejection in the given
 * order, preferring causes over their consequences in the transaction.
 */
export const settleAll = async <const Begun extends readonly Promise<unknown>[]>(
  begun: Begun,
): Promise<{ -readonly [Part in keyof Begun]: Awaited<Begun[Part]> }> => {
  const settled = await Promise.allSettled(begun);
  const errors = settled.flatMap((part): unknown[] => (part.status === 'rejected' ? [part.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !isEcho(error)) ?? errors[0];
  const results = await Promise.all<unknown>(begun);
  return results as { -readonly [Part in keyof Begun]: Awaited<Begun[Part]> };
};
