import { Problem } from '../../platform/problems.ts';
import { SealedValueError } from '../../platform/secrets/sealed-value.ts';

/**
 * Converts a SealedValueError to a response without details; the cause is logged for operators.
 *
 * @throws 500 for a SealedValueError; rethrows other errors.
 */
export const orUnreadable = <Result>(opening: Promise<Result>): Promise<Result> =>
  opening.catch((cause: unknown) => {
    if (!(cause instanceof SealedValueError)) throw cause;
    throw new Problem({
      status: 500,
      title: 'Secret not readable',
      detail: 'The server cannot decrypt the secrets of this tenant. Its log says which key is missing.',
      cause,
    });
  });
