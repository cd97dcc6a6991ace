import { resolve } from 'node:path';
import { clusterOf } from '../first-run/embedded-database/workplace.ts';
import { createBackup } from '../first-run/backup/create-backup.ts';
import { createAuditChain } from '../platform/audit/audit-chain.ts';
import { AuditHeadsError } from '../platform/audit/audit-heads.ts';
import { toWrittenHead, type WrittenHead } from '../platform/audit/written-heads.ts';
import { readConfiguration } from '../platform/configuration.ts';
import { CommandError } from './command-error.ts';
import { openServices, type OpenServices } from './open-services.ts';
import type { InstallationCommand } from './read-command.ts';

type BackupCommand = Extract<InstallationCommand, { readonly verb: 'backup' }>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Backs up the first-run server that runs on DATA_DIR. Returns the lines to print.
 *
 * @throws CommandError for a database of DATABASE_URL, which PostgreSQL's own tools back up.
 */
export const runBackup = async (
  environment: Environment,
  command: BackupCommand,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  if (readConfiguration(environment).database !== undefined)
    throw new CommandError(
      'The database of DATABASE_URL is backed up by the tools of PostgreSQL: docs/operating/backup-and-restore.md.',
    );
  const opened = await openServices(environment);
  try {
    return await backUp(opened, command, signal);
  } finally {
    await opened.close();
  }
};

const backUp = async (
  { services, owner, masterKey }: OpenServices,
  { directory, withMasterKey, bytesPerSecond }: BackupCommand,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const { configuration, clock, gate, keys } = services;
  const { dataDirectory, contentStore } = configuration;
  const target = resolve(directory);
  const began = performance.now();
  let hasHeads = true;
  const readHeads = async (): Promise<readonly WrittenHead[]> => {
    try {
      return (await createAuditChain(gate, clock, keys).heads()).map(toWrittenHead);
    } catch (error) {
      if (!(error instanceof AuditHeadsError)) throw error;
      hasHeads = false; // a database that was tampered with needs a backup all the more
      return [];
    }
  };
  const manifest = await createBackup({
    target,
    dataDirectory,
    cluster: await clusterOf(dataDirectory),
    owner,
    contents: contentStore.kind === 'directory' ? contentStore.path : undefined,
    masterKey,
    withMasterKey,
    readHeads,
    bytesPerSecond,
    clock,
    signal,
  });
  const { files, database, masterKeyId } = manifest;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const keyPlace =
    configuration.masterKey === undefined ? `${dataDirectory}/master.key` : 'MASTER_KEY or MASTER_KEY_FILE';
  return [
    `${target}: ${files.count} files with ${files.bytes} bytes, in ${seconds} s`,
    `database: what was committed by ${database.restoresTo}`,
    manifest.hasContents ? 'bundles: included' : 'bundles: not included, they are in the bucket of CONTENT_STORE',
    ...(hasHeads ? [] : ['audit: its heads are damaged and not included. Run audit-verify.']),
    withMasterKey
      ? `master key ${masterKeyId}: included. Anybody with this backup can read every secret.`
      : `master key ${masterKeyId}: not included, it is in ${keyPlace}. Keep a copy in another place: a restore needs it.`,
  ];
};
