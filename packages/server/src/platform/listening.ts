import { StartUpError } from './start-up-error.ts';

/** The port of a listener, and the settings that define its port and address. */
export interface ListenPlace {
  readonly port: number;
  readonly portSetting: string;
  readonly hostSetting: string;
}

const failureOf = (error: unknown, { port, portSetting, hostSetting }: ListenPlace): StartUpError | undefined => {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  if (error.syscall === 'getaddrinfo')
    return new StartUpError(`The name in ${hostSetting} cannot be resolved. Set it to an address of this machine.`, {
      cause: error,
    });
  if (error.syscall !== 'listen' && error.syscall !== 'bind') return undefined;
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartUpError(
        `Port ${port} is already in use. Stop the other program, or set ${portSetting} to a free one.`,
        { cause: error },
      );
    case 'EACCES':
      return new StartUpError(`Port ${port} cannot be used by this user. Set ${portSetting} to 1024 or higher.`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new StartUpError(`${hostSetting} is not an address of this machine.`, { cause: error });
    default:
      return undefined;
  }
};

/**
 * Resolves to the result of work that starts a listener.
 *
 * @throws StartUpError that names the setting to change if the port or the address is unavailable; any other error of
 * the work unchanged.
 */
export const listening = async <Result>(place: ListenPlace, work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw failureOf(error, place) ?? error;
  }
};
