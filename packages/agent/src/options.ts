import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What the command line and the environment ask of the agent. */
export interface AgentOptions {
  /** Address of the server, without a slash at its end. */
  readonly server: string;
  /** Where the key, the enrolment and the spool lie. */
  readonly dataDirectory: string;
  readonly machineName: string;
  /** Tenant token for enrolling; not needed once enrolled. */
  readonly token: string | undefined;
  /** Throw the present key away and enrol with another. */
  readonly anew: boolean;
}

/** The command line cannot be understood; the message says how it goes. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage =
  'usage: agent --server URL --data DIR [--name NAME] [--token TOKEN] [--anew]\n' +
  'The token can come by the environment as CFS_AGENT_TOKEN, where other users of the machine do not see it.';

/** Reads the options, and takes the token out of the environment so that no child process inherits it. */
export const readOptions = (args: readonly string[], environment: NodeJS.ProcessEnv): AgentOptions => {
  const { values } = parse(args);
  const token = values.token ?? environment['CFS_AGENT_TOKEN'];
  delete environment['CFS_AGENT_TOKEN'];
  if (!values.server || !URL.canParse(values.server)) throw new UsageError(`--server must be an address.\n${usage}`);
  if (!values.data) throw new UsageError(`--data must name a directory.\n${usage}`);
  return {
    server: values.server.replace(/\/+$/, ''),
    dataDirectory: resolve(values.data),
    machineName: values.name ?? hostname(),
    token,
    anew: values.anew ?? false,
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        server: { type: 'string' },
        data: { type: 'string' },
        name: { type: 'string' },
        token: { type: 'string' },
        anew: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
};
