import { Problem } from '../../platform/problems.ts';
import { SealedValueError } from '../../platform/secrets/sealed-value.ts';

/**
 * Tells the caller that the server's keys do not fit; operators find the cause in the log.
 *
 * @throws 500 for a SealedValueError, anything else as it is.
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
