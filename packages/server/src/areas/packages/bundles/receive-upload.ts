import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { isGuid } from '@cfs/contracts/guid';
import { bundleLimits } from '@cfs/contracts/package-manifest';
import { packageLimits } from '@cfs/contracts/packages';
import { requiredText } from '@cfs/contracts/text';
import { errorCode } from '../../../platform/error-code.ts';
import { badRequest, invalid, Problem, unavailable } from '../../../platform/problems.ts';

/** A received file. */
export interface ReceivedBundle {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** The fields and files of an upload. Disposing of it deletes the files. */
export interface ReceivedUpload extends AsyncDisposable {
  readonly label: string;
  /** `null` for a shared package; `undefined` for the tenant of the request. */
  readonly tenantId: string | null | undefined;
  readonly bundles: readonly ReceivedBundle[];
}

const labelSchema = requiredText(packageLimits.labelLength, 'Label is required');
const fileField = /^file-\d{1,4}$/;
/** Maximum number of fields of an upload; only two are known. */
export const fieldsOfUpload = 10;
/** Texts for the error codes of the multipart parser, which has none for users. */
const limits: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: `An upload has at most ${bundleLimits.bundlesOfUpload} bundles.`,
  FST_FIELDS_LIMIT: `An upload has at most ${fieldsOfUpload} fields.`,
};
/** Age after which files of a killed process are deleted. */
const leftoverMilliseconds = 24 * 3_600_000;

const tooLarge = (): Problem =>
  new Problem({ status: 413, detail: `A bundle has at most ${bundleLimits.bundleBytes / 1024 ** 2} MiB.` });

const receiveFile = async (directory: string, part: MultipartFile): Promise<ReceivedBundle> => {
  const path = join(directory, `${randomUUID()}.zip`);
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, passed) {
      hash.update(chunk);
      size += chunk.length;
      passed(null, chunk);
    },
  });
  try {
    await pipeline(part.file, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    if (part.file.truncated) throw tooLarge();
    return { path, sha256: hash.digest('hex'), size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
};

const tenantIdOf = (text: string | undefined): string | null | undefined => {
  const value = text?.trim().toLowerCase();
  if (value === undefined || value === '') return undefined;
  if (value === 'null') return null;
  if (!isGuid(value)) throw invalid({ TenantId: ['Must be the id of a tenant.'] });
  return value;
};

const removeLeftovers = async (directory: string, now: number): Promise<void> => {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const file = await stat(path).catch(() => undefined);
    if (file && now - file.mtimeMs > leftoverMilliseconds) await rm(path, { force: true });
  }
};

/**
 * Receives the parts of an upload in any order: `label`, `tenantId`, and `file-N` for each bundle, which is streamed to
 * the directory.
 *
 * @throws 400 for a missing or unknown part, 413 for a bundle that is too large, 503 if the directory cannot be written.
 */
export const receiveUpload = async (parts: AsyncIterable<Multipart>, directory: string): Promise<ReceivedUpload> => {
  const bundles: ReceivedBundle[] = [];
  const fields = new Map<string, string>();
  const remove = async (): Promise<void> => {
    await Promise.all(bundles.map(({ path }) => rm(path, { force: true })));
  };
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await removeLeftovers(directory, Date.now());
    for await (const part of parts) {
      if (part.type === 'file') {
        if (!fileField.test(part.fieldname)) throw invalid({ File: ['Files are named file-0, file-1 and so on.'] });
        bundles.push(await receiveFile(directory, part));
      } else if (part.fieldname === 'label' || part.fieldname === 'tenantId') {
        fields.set(part.fieldname, String(part.value));
      } else throw invalid({ Body: [`There is no field ${part.fieldname.slice(0, 100)}.`] });
    }
    const label = labelSchema.safeParse(fields.get('label'));
    if (!label.success) throw invalid({ Label: label.error.issues.map(({ message }) => message) });
    if (bundles.length === 0) throw invalid({ File: ['File is required'] });
    const tenantId = tenantIdOf(fields.get('tenantId'));
    return { label: label.data, tenantId, bundles, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw asUploadFault(error);
  }
};

/**
 * Maps an error to a response: a failure of the file system is an error of the server, an error of the multipart parser
 * is one of the upload.
 */
const asUploadFault = (error: unknown): unknown => {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const detail = 'code' in error ? limits[String(error.code)] : undefined;
  if (detail !== undefined) return new Problem({ status: 413, detail, cause: error });
  if ('statusCode' in error) return error;
  if (errorCode(error) === 'ENOSPC') return unavailable('The disk of the server is full.', 60, error);
  // Node adds the path to errors of files, not to those of sockets.
  if ('path' in error) return unavailable('The server cannot write uploads to its disk.', 60, error);
  return 'syscall' in error ? error : badRequest('The upload is incomplete.');
};
