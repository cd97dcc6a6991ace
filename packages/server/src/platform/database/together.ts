import { isDatabaseError } from './connection-pool.ts';

/** Whether a statement failed for no more than that another had failed before it. */
const isEcho = (error: unknown): boolean => isDatabaseError(error) && error.code === '25P02';

/**
 * Waits for all of what was begun together, so that nothing of it goes on when another part has failed. Throws what the
 * first of the failed threw, in the order given; of statements, one that failed by itself.
 */
export const together = async <const Begun extends readonly Promise<unknown>[]>(
  begun: Begun,
): Promise<{ -readonly [Part in keyof Begun]: Awaited<Begun[Part]> }> => {
  const settled = await Promise.allSettled(begun);
  const errors = settled.flatMap((part): unknown[] => (part.status === 'rejected' ? [part.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !isEcho(error)) ?? errors[0];
  const results = await Promise.all<unknown>(begun);
  return results as { -readonly [Part in keyof Begun]: Awaited<Begun[Part]> };
};
