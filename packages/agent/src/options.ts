import { existsSync, readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isLoopback, type Network } from './http-request.ts';

/** Options of the agent from the command line and the environment. */
export interface AgentOptions {
  /** Address of the server, without a trailing slash. */
  readonly server: string;
  /** Directory of the key, the enrolment and the spool. */
  readonly dataDirectory: string;
  readonly machineName: string;
  /** Tenant token for enrolling; not needed once enrolled. */
  readonly token: string | undefined;
  /** Whether to delete the present key and enrol with a new one. */
  readonly reEnrol: boolean;
  readonly network: Network;
  /** The only keys that may sign bundles on this machine, raw and base64url; empty for those that the server names. */
  readonly publisherKeys: readonly string[];
  /** Milliseconds within which a new version of the agent must report; otherwise it is rolled back. */
  readonly updateTimeout: number;
  /**
   * File that a new version of the agent writes once it has reported; `undefined` for a version that is not on
   * probation.
   */
  readonly probation: string | undefined;
  /** Whether to stop when standard input closes: for supervisors that cannot send signals, and when they die. */
  readonly stopWithInput: boolean;
}

/** The options are invalid; the message explains what is expected. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage =
  'usage: agent --server URL --data DIR [--name NAME] [--token TOKEN] [--re-enrol]\n' +
  '             [--proxy URL] [--ca FILE] [--publisher-key KEY]... [--update-timeout SECONDS] [--stop-with-input]\n' +
  '       agent install --server URL [--token TOKEN] [the other options]\n' +
  '       agent --version\n' +
  'The token can be passed in the environment as CFS_AGENT_TOKEN, where other users of the machine do not see it.\n' +
  'The proxy can be passed as HTTPS_PROXY, the certificate authorities as NODE_EXTRA_CA_CERTS.';

const maxUpdateTimeoutSeconds = 3_600;
const defaultUpdateTimeoutSeconds = 300;

/** Reads the options, and removes the token from the environment so that no child process inherits it. */
export const readOptions = (args: readonly string[], environment: NodeJS.ProcessEnv): AgentOptions => {
  const { values } = parse(args);
  const token = values.token ?? environment['CFS_AGENT_TOKEN'] ?? tokenInFile(values.data);
  delete environment['CFS_AGENT_TOKEN'];
  const server = URL.parse(values.server ?? '');
  if (!server || values.server === undefined) throw new UsageError(`--server must be an address.\n${usage}`);
  if (server.protocol !== 'https:' && !(server.protocol === 'http:' && isThisMachine(server.hostname))) {
    throw new UsageError('--server must begin with https://: without TLS only addresses of this machine are allowed.');
  }
  if (!values.data) throw new UsageError(`--data must name a directory.\n${usage}`);
  return {
    server: values.server.replace(/\/+$/, ''),
    dataDirectory: resolve(values.data),
    machineName: values.name ?? hostname(),
    token,
    reEnrol: values['re-enrol'] ?? existsSync(join(values.data, reEnrolFile)),
    network: {
      proxy: proxyOf(values.proxy ?? environment['HTTPS_PROXY'] ?? environment['https_proxy']),
      authorities: authoritiesOf(values.ca),
    },
    publisherKeys: (values['publisher-key'] ?? []).map(publisherKeyOf),
    updateTimeout: updateTimeoutOf(values['update-timeout']) * 1_000,
    probation: values.probation,
    stopWithInput: values.probation !== undefined || (values['stop-with-input'] ?? false),
  };
};

/** Whether a host is this machine: requests to its own addresses do not leave it. */
const isThisMachine = (host: string): boolean =>
  isLoopback(host) ||
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === host.replace(/^\[|\]$/g, '')),
  );

/** File in which an installation leaves the token for the first start, which deletes it. */
export const tokenFile = 'enrolment-token';

/** Marker file of an installation: the first start enrols again and deletes it. */
export const reEnrolFile = 're-enrol';

const tokenInFile = (dataDirectory: string | undefined): string | undefined => {
  try {
    return readFileSync(join(dataDirectory ?? '', tokenFile), 'utf8').trim();
  } catch {
    return undefined;
  }
};

const proxyOf = (text: string | undefined): string | undefined => {
  if (text === undefined || text === '') return undefined;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError('--proxy must be an address: http://proxy:3128');
  return text;
};

const authoritiesOf = (file: string | undefined): string | undefined => {
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw new UsageError(`--ca cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError('--ca must name a file of PEM certificates.');
};

const publisherKeyOf = (text: string): string => {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text))
    throw new UsageError('--publisher-key must be an Ed25519 key of 43 base64url characters.');
  return text;
};

const updateTimeoutOf = (text: string | undefined): number => {
  const seconds = Number(text ?? defaultUpdateTimeoutSeconds);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxUpdateTimeoutSeconds) {
    throw new UsageError(`--update-timeout must be a whole number of seconds from 1 to ${maxUpdateTimeoutSeconds}.`);
  }
  return seconds;
};

const keyOption = '--publisher-key';

/**
 * Joins each key to its option: one key in 64 begins with a dash, and `parseArgs` rejects it as a separate argument.
 */
const joinKeys = (args: readonly string[]): string[] =>
  args.flatMap((word, at) => {
    if (args[at - 1] === keyOption) return [];
    const value = args[at + 1];
    return word === keyOption && value !== undefined ? [`${keyOption}=${value}`] : [word];
  });

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: joinKeys(args),
      options: {
        server: { type: 'string' },
        data: { type: 'string' },
        name: { type: 'string' },
        token: { type: 'string' },
        're-enrol': { type: 'boolean' },
        proxy: { type: 'string' },
        ca: { type: 'string' },
        'publisher-key': { type: 'string', multiple: true },
        'update-timeout': { type: 'string' },
        probation: { type: 'string' },
        'stop-with-input': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
};
