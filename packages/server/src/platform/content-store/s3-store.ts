import type { Readable } from 'node:stream';
import { ContentStoreError, pathOf, type ContentKey, type ContentStore, type NewContent } from './content-store.ts';

/** Where objects are kept in an S3-compatible service. */
export interface S3Settings {
  readonly bucket: string;
  /** Beginning of every object's name, without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** The address of the service; undefined: AWS in the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: those of the machine (environment, profile, instance role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const attempts = 4;
const connectionTimeoutMilliseconds = 5_000;
/** A transfer without a byte for this time is aborted and retried. */
const idleTimeoutMilliseconds = 30_000;

const nothing = (): void => undefined;
/** Without it the library logs to the console; failures are logged with the request. */
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

class BrokenSourceError extends Error {
  override readonly name = 'BrokenSourceError';
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

const failed = (verb: string, error: unknown): ContentStoreError =>
  new ContentStoreError(`The content store cannot be ${verb}.`, { cause: error });

/**
 * A content store in a bucket of an S3-compatible service. An object appears when its upload is complete; the service
 * compares the bytes with their SHA-256.
 */
export const createS3Store = async (settings: S3Settings): Promise<ContentStore> => {
  // Loaded here: only installations with S3 need the library.
  const { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(settings.credentials && { credentials: settings.credentials }),
    logger: silent,
    maxAttempts: attempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectionTimeoutMilliseconds, socketTimeout: idleTimeoutMilliseconds },
  });
  const objectOf = (key: ContentKey) => ({
    Bucket: settings.bucket,
    Key: settings.prefix === '' ? pathOf(key) : `${settings.prefix}/${pathOf(key)}`,
  });

  const putOnce = async ({ open, size, ...key }: NewContent): Promise<void> => {
    const body = open();
    // The library does not detect a failure of the source of a body.
    const broken = new AbortController();
    let fault: unknown;
    body.once('error', (error) => {
      fault = error;
      broken.abort(error);
    });
    try {
      await client.send(
        new PutObjectCommand({
          ...objectOf(key),
          Body: body,
          ContentLength: size,
          ContentType: 'application/zip',
          ChecksumSHA256: Buffer.from(key.sha256, 'hex').toString('base64'),
        }),
        { abortSignal: broken.signal },
      );
    } catch (error) {
      throw fault === undefined ? error : new BrokenSourceError('The source of the bytes failed.', { cause: fault });
    } finally {
      body.destroy();
    }
  };

  return {
    async put(content) {
      // The library retries calls, but cannot rewind a stream: uploads are retried here.
      for (let attempt = 1; ; attempt += 1) {
        try {
          await putOnce(content);
          return;
        } catch (error) {
          if (attempt === attempts || isFinal(error)) throw failed('written', error);
        }
      }
    },
    async read(key, range) {
      try {
        const answer = await client.send(
          new GetObjectCommand({ ...objectOf(key), ...(range && { Range: `bytes=${range.first}-${range.last}` }) }),
        );
        return answer.Body as Readable | undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw failed('read', error);
      }
    },
    async remove(key) {
      try {
        await client.send(new DeleteObjectCommand(objectOf(key)));
      } catch (error) {
        throw failed('written', error);
      }
    },
  };
};

/** Whether another attempt would fail as well: the source failed, or the service refused the call itself. */
const isFinal = (error: unknown): boolean => {
  if (error instanceof BrokenSourceError) return true;
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
};
