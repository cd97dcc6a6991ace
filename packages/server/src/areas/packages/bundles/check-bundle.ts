import { createHash } from 'node:crypto';
import {
  bundleLimits,
  manifestName,
  packageManifestSchema,
  signatureName,
  type PackageManifest,
} from '@cfs/contracts/package-manifest';
import { parseBoundedJson } from '@cfs/contracts/json-bounds';
import type { Entry } from 'yauzl';
import { invalid } from '../../../platform/problems.ts';
import { asBundleFault, openBundle, type BundleEntries } from './bundle-entries.ts';
import { bundleFault } from './bundle-fault.ts';
import { fingerprintOf, isSignedBy, signatureBytes } from './ed25519.ts';

/** A bundle that passed all checks. */
export interface CheckedBundle {
  readonly manifest: PackageManifest;
  /** The signed text, byte for byte. */
  readonly manifestText: string;
  /** Fingerprint of the key that signed it. */
  readonly keyFingerprint: string;
}

const readWhole = async (bundle: BundleEntries, name: string, limitBytes: number): Promise<Buffer> => {
  const entry = bundle.entries.get(name);
  if (!entry || entry.uncompressedSize > limitBytes) throw bundleFault(`The file ${name} is too large.`);
  const pieces: Buffer[] = [];
  for await (const piece of await bundle.open(entry)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

const manifestBounds = { depth: 16, values: 400_000 } as const;

const parseManifest = (bytes: Buffer): { readonly text: string; readonly manifest: PackageManifest } => {
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    json = parseBoundedJson(text, manifestBounds);
  } catch {
    throw bundleFault(`${manifestName} is not JSON in UTF-8.`);
  }
  const parsed = packageManifestSchema.safeParse(json);
  if (parsed.success) return { text, manifest: parsed.data };
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${manifestName}: ${path.join('.') || 'content'}: ${message}`,
  );
  throw invalid({ File: faults });
};

/**
 * Returns the fingerprint of the key that created the signature.
 *
 * @throws 400 if none of the trusted keys did.
 */
const signerOf = async (manifest: Buffer, signature: Buffer, trustedKeys: readonly Buffer[]): Promise<string> => {
  if (signature.length !== signatureBytes)
    throw bundleFault(`${signatureName} is not an Ed25519 signature of ${signatureBytes} bytes.`);
  for (const key of trustedKeys) if (await isSignedBy(key, manifest, signature)) return fingerprintOf(key);
  throw bundleFault('The bundle is not signed by a publisher key of the tenant.');
};

const sha256Of = async (bundle: BundleEntries, entry: Entry): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of await bundle.open(entry)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

const checkFiles = async (bundle: BundleEntries, { files }: PackageManifest): Promise<void> => {
  const unlisted = new Set(bundle.entries.keys());
  for (const name of [manifestName, signatureName]) unlisted.delete(name);
  for (const { path, size } of files) {
    const entry = bundle.entries.get(path);
    if (!entry) throw bundleFault(`The file ${path} of ${manifestName} is not in the bundle.`);
    if (entry.uncompressedSize !== size)
      throw bundleFault(`The file ${path} has a different size than ${manifestName} states.`);
    unlisted.delete(path);
  }
  const [extra] = unlisted;
  if (extra !== undefined) throw bundleFault(`The file ${extra} is not in ${manifestName}.`);
  for (const { path, sha256 } of files) {
    const entry = bundle.entries.get(path);
    if (entry && (await sha256Of(bundle, entry)) !== sha256)
      throw bundleFault(`The file ${path} has a different SHA-256 than ${manifestName} states.`);
  }
};

/**
 * Checks a complete bundle: its zip directory, its signature by one of the trusted keys (raw Ed25519), its manifest,
 * and the bytes of every file. Memory use does not depend on the size of the bundle.
 *
 * @throws 400 that describes the first error.
 */
export const checkBundle = async (path: string, trustedKeys: readonly Buffer[]): Promise<CheckedBundle> => {
  await using bundle = await openBundle(path);
  try {
    const manifestBytes = await readWhole(bundle, manifestName, bundleLimits.manifestBytes);
    const signature = await readWhole(bundle, signatureName, signatureBytes);
    const keyFingerprint = await signerOf(manifestBytes, signature, trustedKeys);
    const { text, manifest } = parseManifest(manifestBytes);
    await checkFiles(bundle, manifest);
    return { manifest, manifestText: text, keyFingerprint };
  } catch (error) {
    throw asBundleFault(error);
  }
};
