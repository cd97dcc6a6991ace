import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import { writeDurably } from './durable-file.ts';

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'configuration.json');

/**
 * Reads the last configuration that this agent received, for use while the server is unreachable; `undefined` if there
 * is none.
 */
export const readKeptConfiguration = async (
  dataDirectory: string,
  agentId: string,
): Promise<AgentConfiguration | undefined> => {
  try {
    const kept = JSON.parse(await readFile(fileOf(dataDirectory), 'utf8')) as AgentConfiguration;
    return kept.deviceId === agentId ? kept : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Stores the configuration. Operations with secrets are left out, so that no secret reaches the disk; after a restart
 * they wait for the server. Runs on demand are left out as well.
 */
export const storeConfiguration = (dataDirectory: string, configuration: AgentConfiguration): Promise<void> => {
  const operations = configuration.operations
    .filter(({ parameters }) => parameters.every(({ secrets }) => secrets.length === 0))
    .map((operation) => ({ ...operation, run: null }));
  return writeDurably(fileOf(dataDirectory), JSON.stringify({ ...configuration, operations }));
};
