import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { buildBundle, type BundleFile, type ManifestDraft } from '../bundles/build-bundle.ts';
import { rawPublicKeyOf } from '../bundles/ed25519.ts';
import { rawZip, type RawEntry } from './raw-zip.ts';

/** A publisher with a key pair. */
export interface TestPublisher {
  readonly privateKey: KeyObject;
  /** The raw key, base64url. */
  readonly publicKey: string;
}

export const createPublisher = (): TestPublisher => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: rawPublicKeyOf(publicKey).toString('base64url') };
};

/** A manifest with one operation; `changes` override its fields. */
export const testManifest = (name: string, version: string, changes: Partial<ManifestDraft> = {}): ManifestDraft => ({
  name,
  version,
  type: 'Watcher',
  operatingSystems: ['LinuxX64'],
  executable: { name: 'bin/watch.sh', type: 'Script' },
  operations: [
    {
      name: 'Watch',
      operationType: 'Metric',
      resultType: 'Numeric',
      frequencies: ['Recurring'],
      arguments: ['--once'],
    },
  ],
  ...changes,
});

export const testFiles: readonly BundleFile[] = [
  { path: 'bin/watch.sh', content: Buffer.from('#!/bin/sh\necho 1\n') },
  { path: 'README.md', content: Buffer.from('Watches.\n'.repeat(50)) },
];

/** Builds a valid bundle. */
export const testBundle = async (
  publisher: TestPublisher,
  manifest: ManifestDraft,
  files: readonly BundleFile[] = testFiles,
): Promise<Buffer> => {
  const { zip } = await buildBundle(manifest, files, publisher.privateKey);
  return buffer(zip);
};

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Builds a bundle entry by entry, so that it can be invalid; `entries` follow the manifest and its signature. */
export const forgedBundle = (
  publisher: TestPublisher,
  manifest: ManifestDraft,
  entries: readonly RawEntry[],
  listed: readonly { readonly path: string; readonly sha256: string; readonly size: number }[] = entries.map(
    (entry) => ({
      path: entry.name,
      sha256: sha256Of(entry.content),
      size: entry.content.length,
    }),
  ),
): Buffer => {
  const text = Buffer.from(JSON.stringify({ ...manifest, files: listed }));
  return rawZip([
    { name: 'manifest.json', content: text },
    { name: 'manifest.sig', content: sign(null, text, publisher.privateKey) },
    ...entries,
  ]);
};

/** The body of an upload, with its content type. */
export const uploadBody = (
  parts: readonly (
    | { readonly name: string; readonly value: string }
    | { readonly name: string; readonly content: Buffer; readonly fileName?: string }
  )[],
): { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> } => {
  const boundary = 'cfs-test-boundary';
  const pieces = parts.flatMap((part) => {
    const isFile = 'content' in part;
    const disposition = `form-data; name="${part.name}"${isFile ? `; filename="${part.fileName ?? 'bundle.zip'}"` : ''}`;
    const type = isFile ? 'content-type: application/zip\r\n' : '';
    return [
      Buffer.from(`--${boundary}\r\ncontent-disposition: ${disposition}\r\n${type}\r\n`),
      isFile ? part.content : Buffer.from(part.value),
      Buffer.from('\r\n'),
    ];
  });
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
