import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A publisher for tests, which signs bundles. */
export interface TestPublisher {
  /** Raw and base64url. */
  readonly key: string;
  readonly privateKey: KeyObject;
}

export const createPublisher = (): TestPublisher => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { key: publicKey.export({ format: 'jwk' }).x ?? '', privateKey };
};

export interface TestFile {
  readonly path: string;
  readonly content: Buffer;
}

/** Larger files are stored as they are, which is faster. */
const maxCompressedBytes = 10 * 1_048_576;

/** Builds a signed bundle; `changes` replaces or adds members of the zip after signing. */
export const makeBundle = async (
  { privateKey }: TestPublisher,
  {
    version,
    files,
    executable,
    changes = [],
  }: {
    readonly version: string;
    readonly files: readonly TestFile[];
    readonly executable?: string;
    readonly changes?: readonly (TestFile & { readonly mode?: number })[];
  },
): Promise<Buffer> => {
  const manifest = Buffer.from(
    JSON.stringify({
      name: 'tested',
      version,
      type: 'Command',
      operatingSystems: ['LinuxX64'],
      ...(executable !== undefined && { executable: { name: executable, type: 'Executable' } }),
      files: files.map(({ path, content }) => ({
        path,
        sha256: createHash('sha256').update(content).digest('hex'),
        size: content.length,
      })),
    }),
  );
  const members = new Map<string, { readonly content: Buffer; readonly mode?: number }>([
    ['manifest.json', { content: manifest }],
    ['manifest.sig', { content: sign(null, manifest, privateKey) }],
    ...files.map(({ path, content }) => [path, { content }] as const),
    ...changes.map(({ path, ...change }) => [path, change] as const),
  ]);
  const zip = new ZipFile();
  for (const [path, { content, mode }] of members)
    zip.addBuffer(content, path, {
      compress: content.length < maxCompressedBytes,
      ...(mode !== undefined && { mode }),
    });
  zip.end();
  return buffer(zip.outputStream);
};
