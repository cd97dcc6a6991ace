import { errorCode } from '../platform/error-code.ts';
import { StartUpError } from '../platform/start-up-error.ts';

/** Returns a `StartUpError` that explains a file-system failure at `path` in one line; other errors unchanged. */
export function explainFileFailure(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartUpError(`The disk that holds ${path} is full. Free some space and start again.`, {
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartUpError(
        `${path} cannot be written by this user. Set DATA_DIR to a directory that this user can write, or run as its owner.`,
        { cause: error },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartUpError(`${path} is not a directory: DATA_DIR must name a directory.`, { cause: error });
    default:
      return error;
  }
}
