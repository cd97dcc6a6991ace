import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../platform/error-code.ts';
import { BackupError } from './backup-error.ts';

/** Written last: a directory without it is no backup. */
export const manifestName = 'manifest.json';
/** The files of the backup with their checksums. */
export const fileListName = 'files.sha256';
/** The heads of the audit, as `AUDIT_SINK` writes them. */
export const headsName = 'audit-heads.jsonl';
/** Present where the backup was asked to hold the key. */
export const masterKeyName = 'master.key';
/** Directories of a backup: the cluster, the content store, and what else the data directory holds. */
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
    /** What was committed by then is in the backup. */
    restoresTo: z.iso.datetime(),
    /** The directories of the cluster, each before those in it. */
    directories: z.array(below),
  }),
  /** Of `files.sha256`. */
  files: z.object({ count, bytes: count, sha256 }),
  /** Whether the bundles of packages are in the backup; they are not where a bucket holds them. */
  hasContents: z.boolean(),
  /** The fingerprint of the master key, which does not reveal it. */
  masterKeyId: z.string(),
  hasMasterKey: z.boolean(),
});

/** What a backup is, and what it was made of. */
export type BackupManifest = z.infer<typeof schema>;

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
};

/**
 * Reads the manifest of a backup, and compares the list of its files with it.
 *
 * @throws BackupError when the directory is no complete backup, or was changed.
 */
export const readManifest = async (backup: string): Promise<BackupManifest> => {
  const path = join(backup, manifestName);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    throw new BackupError(`${backup} is no complete backup: it has no ${manifestName}.`);
  });
  let manifest: BackupManifest;
  try {
    manifest = schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError(`${path} was changed, or is of a version that this one does not know.`, { cause });
  }
  const list = join(backup, fileListName);
  const found = await sha256Of(list).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  });
  if (found !== manifest.files.sha256) throw new BackupError(`${list} is not the list that ${manifestName} names.`);
  return manifest;
};
