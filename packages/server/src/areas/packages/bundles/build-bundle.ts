import { createHash, sign, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { manifestName, signatureName, type packageManifestSchema } from '@cfs/contracts/package-manifest';
import type { z } from 'zod';
import { ZipFile } from 'yazl';

/** A manifest without its list of files. */
export type ManifestDraft = Omit<z.input<typeof packageManifestSchema>, 'files'>;

/** A file of a bundle; `content` is its bytes, or the path of a file on this machine. */
export interface BundleFile {
  readonly path: string;
  readonly content: Buffer | string;
}

interface MeasuredFile extends BundleFile {
  readonly sha256: string;
  readonly size: number;
}

/** Fixed, so that equal files result in equal bundles. */
const fixedTime = new Date('2026-01-01T00:00:00Z');
const executableMode = 0o100755;
const plainMode = 0o100644;

const measure = async ({ path, content }: BundleFile): Promise<MeasuredFile> => {
  const hash = createHash('sha256');
  if (Buffer.isBuffer(content))
    return { path, content, sha256: hash.update(content).digest('hex'), size: content.length };
  for await (const piece of createReadStream(content)) hash.update(piece as Buffer);
  return { path, content, sha256: hash.digest('hex'), size: (await stat(content)).size };
};

/** A signed bundle. */
export interface BuiltBundle {
  /** The signed text. */
  readonly manifestText: string;
  /** The zip, which is generated while it is read. */
  readonly zip: Readable;
}

/** Builds a signed bundle from a manifest and its files. */
export const buildBundle = async (
  draft: ManifestDraft,
  files: readonly BundleFile[],
  privateKey: KeyObject,
): Promise<BuiltBundle> => {
  const measured: MeasuredFile[] = [];
  for (const file of files) measured.push(await measure(file));
  const listed = measured.map(({ path, sha256, size }) => ({ path, sha256, size }));
  const manifestText = `${JSON.stringify({ ...draft, files: listed }, null, 2)}\n`;
  const manifest = Buffer.from(manifestText);
  const zip = new ZipFile();
  zip.addBuffer(manifest, manifestName, { mtime: fixedTime, mode: plainMode });
  zip.addBuffer(sign(null, manifest, privateKey), signatureName, { mtime: fixedTime, mode: plainMode });
  for (const { path, content } of measured) {
    const options = { mtime: fixedTime, mode: path === draft.executable?.name ? executableMode : plainMode };
    if (Buffer.isBuffer(content)) zip.addBuffer(content, path, options);
    else zip.addFile(content, path, options);
  }
  zip.end();
  return { manifestText, zip: zip.outputStream as Readable };
};
