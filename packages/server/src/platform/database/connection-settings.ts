import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Connection target: a host name, or the directory of a Unix socket. */
export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string | undefined;
  /** TLS with a verified certificate; `ca` holds the certificate authorities that replace those of Node. */
  readonly ssl?: boolean | { readonly ca: string } | undefined;
}

/**
 * A connection URL that cannot be used. The message is worded to follow the name of its setting and contains no part of
 * the URL, which may hold a misplaced secret.
 */
export class ConnectionUrlError extends TypeError {
  override name = 'ConnectionUrlError';
}

/** Whether a mode encrypts; all that do verify the certificate and the host name. */
const modes: ReadonlyMap<string, boolean> = new Map([
  ['disable', false],
  ['prefer', false],
  ['require', true],
  ['verify-ca', true],
  ['verify-full', true],
]);

const parameterNames = ['host', 'sslmode', 'sslrootcert'] as const;
type Parameters = Partial<Record<(typeof parameterNames)[number], string>>;

const isParameter = (name: string): name is keyof Parameters => (parameterNames as readonly string[]).includes(name);

const parametersOf = (url: URL): Parameters => {
  const parameters: Parameters = {};
  for (const [at, [name, value]] of [...url.searchParams].entries()) {
    if (!isParameter(name))
      throw new ConnectionUrlError(
        `has an unknown parameter, number ${at + 1} of its query: parameters are ${parameterNames.join(', ')}`,
      );
    if (parameters[name] !== undefined) throw new ConnectionUrlError(`has the parameter ${name} twice`);
    if (value === '') throw new ConnectionUrlError(`has the parameter ${name} without a value`);
    parameters[name] = value;
  }
  return parameters;
};

const certificatesIn = (path: string): string => {
  let certificates: string;
  try {
    certificates = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConnectionUrlError('names a file in sslrootcert that cannot be read', { cause: error });
  }
  try {
    new X509Certificate(certificates);
  } catch (error) {
    throw new ConnectionUrlError('names a file in sslrootcert that contains no PEM certificate', { cause: error });
  }
  return certificates;
};

const tlsOf = ({ sslmode = 'disable', sslrootcert }: Parameters): ConnectionSettings['ssl'] => {
  const isEncrypted = modes.get(sslmode);
  if (isEncrypted === undefined)
    throw new ConnectionUrlError(`has an unknown sslmode: modes are ${[...modes.keys()].join(', ')}`);
  if (sslrootcert === undefined) return isEncrypted;
  if (!isEncrypted) throw new ConnectionUrlError('has sslrootcert, which needs sslmode=verify-full');
  return { ca: certificatesIn(sslrootcert) };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new ConnectionUrlError('has a % that does not begin a percent-encoded character; write % itself as %25', {
      cause: error,
    });
  }
};

/**
 * Parses a `postgres://` URL. It accepts the parameters `host`, the directory of a Unix socket; `sslmode`, of which
 * `require` and stricter modes require TLS and verify certificate and host name; and `sslrootcert`, the file of the
 * certificate authorities that replace those of Node.
 *
 * @throws ConnectionUrlError for any other parameter or mode, a URL without a database, or a file that cannot be used.
 */
export const connectionSettingsOf = (address: string): ConnectionSettings => {
  const url = URL.parse(address);
  const database = decoded(url?.pathname.slice(1) ?? '');
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || database === '')
    throw new ConnectionUrlError('must look like postgres://user:password@host:5432/name');
  const parameters = parametersOf(url);
  const ssl = tlsOf(parameters);
  return {
    host: parameters.host ?? decoded(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 5432),
    database,
    user: decoded(url.username || 'postgres'),
    password: decoded(url.password),
    ...(ssl !== false && { ssl }),
  };
};
