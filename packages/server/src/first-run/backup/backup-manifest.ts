import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../platform/error-code.ts';
import { BackupError } from './backup-error.ts';

/** Written last: a directory without it is not a complete backup. */
export const manifestName = 'manifest.json';
/** The files of the backup with their checksums. */
export const fileListName = 'files.sha256';
/** The heads of the audit chains, in the format of `AUDIT_SINK`. */
export const headsName = 'audit-heads.jsonl';
/** Present if the backup was requested with the master key. */
export const masterKeyName = 'master.key';
/** Directories of a backup: the cluster, the content store, and the other files of the data directory. */
export const parts = { cluster: 'database', contents: 'content', files: 'data' } as const;

const lsn = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const below = z.string().regex(/^(?!\.\.?(\/|$))[\w.-]+(\/(?!\.\.?(\/|$))[\w.-]+)*$/);

const schema = z.object({
  format: z.literal(1),
  /** The version of the product. */
  product: z.string(),
  started: z.iso.datetime(),
  database: z.object({
    /** The major version of PostgreSQL. */
    major: z.string(),
    startLsn: lsn,
    stopLsn: lsn,
    /** Every transaction that was committed by this time is in the backup. */
    restoresTo: z.iso.datetime(),
    /** The directories of the cluster, each before its subdirectories. */
    directories: z.array(below),
  }),
  /** The number and total size of the files listed in `files.sha256`, and the checksum of that list. */
  files: z.object({ count, bytes: count, sha256 }),
  /** Whether the bundles of packages are in the backup; they are not if the content store is a bucket. */
  hasContents: z.boolean(),
  /** The fingerprint of the master key, which does not reveal it. */
  masterKeyId: z.string(),
  hasMasterKey: z.boolean(),
});

/** Describes a backup and where it comes from. */
export type BackupManifest = z.infer<typeof schema>;

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
};

/**
 * Reads the manifest of a backup and verifies the checksum of its file list.
 *
 * @throws BackupError if the directory is not a complete backup, or if manifest or list were changed.
 */
export const readManifest = async (backup: string): Promise<BackupManifest> => {
  const path = join(backup, manifestName);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    throw new BackupError(`${backup} is not a complete backup: it has no ${manifestName}.`);
  });
  let manifest: BackupManifest;
  try {
    manifest = schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`${path} was changed, or is of a version that this version does not support.`, { cause });
  }
  const list = join(backup, fileListName);
  const found = await sha256Of(list).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  });
  if (found !== manifest.files.sha256) throw new BackupError(`${list} does not match the checksum in ${manifestName}.`);
  return manifest;
};
