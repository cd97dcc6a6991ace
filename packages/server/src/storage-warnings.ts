import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Configuration } from './platform/configuration.ts';
import type { ContentStore } from './platform/content-store/content-store.ts';
import { systemTenantId } from './platform/context.ts';
import { codeOrName } from './platform/error-code.ts';

/** The code of the failure to write into the directory, which is created if need be; `undefined` if it can be written. */
const writeFailure = async (directory: string): Promise<string | undefined> => {
  const probe = join(directory, `.probe-${randomUUID()}.part`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
    return undefined;
  } catch (error) {
    return codeOrName(error);
  }
};

/**
 * Warnings about directories that the server cannot write. Only bundles of packages need them, so the server can run
 * without. Not for a first run, which does not start without its directory.
 */
export const storageWarnings = async ({
  contentStore,
  dataDirectory,
  roles,
}: Pick<Configuration, 'contentStore' | 'dataDirectory' | 'roles'>): Promise<readonly string[]> => {
  const store = contentStore.kind === 'directory' ? await writeFailure(contentStore.path) : undefined;
  const uploads = roles.includes('web') ? await writeFailure(join(dataDirectory, 'uploads')) : undefined;
  return [
    ...(contentStore.kind === 'directory' && store !== undefined
      ? [`the content store ${contentStore.path} cannot be written (${store}); bundles of packages cannot be stored`]
      : []),
    ...(uploads !== undefined
      ? [`DATA_DIR ${dataDirectory} cannot be written (${uploads}); bundles of packages cannot be uploaded`]
      : []),
  ];
};

/**
 * A warning about a bucket in which objects cannot be written, read or removed; `undefined` if they can, and for a
 * directory. Stores an object of the System tenant and removes it.
 */
export const bucketWarning = async (
  { contentStore }: Pick<Configuration, 'contentStore'>,
  store: ContentStore,
): Promise<string | undefined> => {
  if (contentStore.kind === 'directory') return undefined;
  const bytes = Buffer.from(`probe ${randomUUID()}`);
  const key = { tenantId: systemTenantId, sha256: createHash('sha256').update(bytes).digest('hex') };
  try {
    await store.put({ ...key, size: bytes.length, open: () => Readable.from([bytes]) });
    const stored = await store.read(key);
    if (stored) await buffer(stored);
    await store.remove(key);
    return undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return `the bucket ${contentStore.bucket} of CONTENT_STORE cannot be used (${codeOrName(cause)}); bundles of packages cannot be stored`;
  }
};
