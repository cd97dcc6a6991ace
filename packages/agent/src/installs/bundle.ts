import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { syncDirectory } from '../durable-file.ts';
import { InstallError } from './install-error.ts';

/** The members of a bundle's manifest that the agent uses. */
export interface BundleManifest {
  readonly name: string;
  readonly version: string;
  readonly executable?: { readonly name: string };
  readonly files: readonly { readonly path: string; readonly sha256: string; readonly size: number }[];
}

const manifestName = 'manifest.json';
const signatureName = 'manifest.sig';
const maxManifestBytes = 4 * 1_048_576;
const signatureBytes = 64;
const fileTypeMask = 0o170000;
const regularFile = 0o100000;

const isRegular = ({ externalFileAttributes }: Entry): boolean =>
  [0, regularFile].includes((externalFileAttributes >>> 16) & fileTypeMask);

/** DER of an X.509 subject public key for Ed25519 up to the raw key, which follows. */
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const isSignedBy = (key: string, content: Buffer, signature: Buffer): boolean => {
  const der = Buffer.concat([keyPrefix, Buffer.from(key, 'base64url')]);
  return verify(null, content, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
};

/** The hexadecimal SHA-256 of a file, which is read in chunks. */
export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
};

const readAll = async (stream: Readable, maxBytes: number, name: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new InstallError(`${name} is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const readManifest = (content: Buffer): BundleManifest => {
  try {
    const manifest = JSON.parse(content.toString('utf8')) as BundleManifest;
    if (Array.isArray(manifest.files) && typeof manifest.version === 'string') return manifest;
  } catch {
    // Thrown below.
  }
  throw new InstallError(`${manifestName} cannot be read`);
};

const fileEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (!isRegular(entry)) throw new InstallError(`${entry.fileName} is a link or special file`);
    if (entries.has(entry.fileName)) throw new InstallError(`${entry.fileName} occurs twice`);
    entries.set(entry.fileName, entry);
  }
  return entries;
};

/** The target path of a file of the bundle. Throws if it is not within the directory. */
const pathWithin = (directory: string, path: string): string => {
  const target = resolve(directory, path);
  const isPlain = !path.includes('\\') && !/^[A-Za-z]:/.test(path) && !path.startsWith('/');
  if (!isPlain || !target.startsWith(directory + sep)) throw new InstallError(`${path} is not within the package`);
  return target;
};

const writeFileOf = async (
  stream: Readable,
  path: string,
  { sha256, size, path: name }: BundleManifest['files'][number],
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o644);
  let written = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      written += chunk.length;
      if (written > size) break;
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (written !== size || hash.digest('hex') !== sha256) {
    throw new InstallError(`${name} does not match the manifest`);
  }
};

/**
 * Verifies the signature of a bundle and unpacks it into a directory that does not exist yet. Every file must have the
 * size and SHA-256 of the manifest.
 *
 * @throws InstallError for a bundle that no trusted key has signed, or that differs from its manifest.
 */
export const unpackBundle = async (
  path: string,
  directory: string,
  expected: { readonly version: string; readonly keys: readonly string[] },
): Promise<BundleManifest> => {
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: true }).catch((error: unknown) => {
    throw new InstallError('the bundle is not a zip file', { cause: error });
  });
  try {
    const entries = await fileEntries(zip);
    const read = async (name: string, maxBytes: number): Promise<Buffer> => {
      const entry = entries.get(name);
      if (!entry) throw new InstallError(`${name} is missing`);
      return readAll(await zip.openReadStreamPromise(entry), maxBytes, name);
    };
    const content = await read(manifestName, maxManifestBytes);
    const signature = await read(signatureName, signatureBytes);
    if (!expected.keys.some((key) => isSignedBy(key, content, signature))) {
      throw new InstallError('no trusted key has signed the bundle');
    }
    const manifest = readManifest(content);
    if (manifest.version !== expected.version)
      throw new InstallError(`the bundle contains version ${manifest.version}`);
    if (entries.size !== manifest.files.length + 2)
      throw new InstallError('the files of the bundle differ from its manifest');
    await mkdir(directory, { recursive: true, mode: 0o755 });
    for (const file of manifest.files) {
      const entry = entries.get(file.path);
      if (!entry) throw new InstallError(`${file.path} is missing`);
      await writeFileOf(await zip.openReadStreamPromise(entry), pathWithin(resolve(directory), file.path), file);
    }
    if (manifest.executable) await chmod(join(directory, manifest.executable.name), 0o755);
    await syncDirectory(directory);
    return manifest;
  } finally {
    zip.close();
  }
};
