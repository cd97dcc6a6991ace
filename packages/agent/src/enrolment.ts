import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { arch, networkInterfaces, platform, release, type as systemName } from 'node:os';
import { join } from 'node:path';
import { enrolmentText } from '@cfs/contracts/agent-protocol';
import type { Enrolled, Enrolment } from '@cfs/contracts/agents';
import type { AgentKey } from './agent-key.ts';
import { agentVersion } from './agent-version.ts';
import { writeDurably } from './durable-file.ts';
import { throwRefusal, type ServerClient } from './server-client.ts';

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'agent.json');

/** Reads the ids that the server has given this agent; `undefined` if it has not enrolled. */
export const readEnrolment = async (dataDirectory: string): Promise<Enrolled | undefined> => {
  try {
    return JSON.parse(await readFile(fileOf(dataDirectory), 'utf8')) as Enrolled;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

export const deleteEnrolment = (dataDirectory: string): Promise<void> => rm(fileOf(dataDirectory), { force: true });

const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((address) => !address.internal && address.family === 'IPv4')?.address;

/**
 * Registers this machine and its key with the server, and stores the ids that the server returns.
 *
 * @throws RefusedError for a key or a token that the server refuses.
 */
export const enrol = async (
  { call }: ServerClient,
  options: {
    readonly dataDirectory: string;
    readonly machineName: string;
    readonly token: string;
    readonly key: AgentKey;
  },
): Promise<Enrolled> => {
  const { key, machineName, token } = options;
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const body: Enrolment = {
    machineName,
    operatingSystem: `${systemName()} ${release()}`,
    platform: platform(),
    architecture: arch(),
    ipAddress: ownAddress(),
    agentVersion,
    publicKey: key.publicKey,
    keyFingerprint: key.fingerprint,
    signature: key.sign(enrolmentText(tokenHash, machineName)),
  };
  const answer = await call({
    method: 'POST',
    path: '/v1/agents/enrol',
    headers: { authorization: `Bearer ${token}` },
    body,
  }).catch(throwRefusal);
  const enrolled = answer.body as Enrolled;
  await writeDurably(fileOf(options.dataDirectory), JSON.stringify(enrolled));
  return enrolled;
};
