import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { manifestName, signatureName } from '@cfs/contracts/package-manifest';
import { CommandError } from '../admin/command-error.ts';
import { buildBundle, type BundleFile, type ManifestDraft } from '../areas/packages/bundles/build-bundle.ts';
import { checkBundle, type CheckedBundle } from '../areas/packages/bundles/check-bundle.ts';
import type { PublisherKeyPair } from './publisher-key.ts';

const readDraft = async (path: string): Promise<ManifestDraft> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`${path} cannot be read. It describes the package.`);
  });
  try {
    const { files: _listed, ...draft } = JSON.parse(text) as ManifestDraft & { files?: unknown };
    return draft;
  } catch {
    throw new CommandError(`${path} is not JSON.`);
  }
};

/** All files below the directory, in the order of their paths, other than the two that describe a bundle. */
const filesOf = async (directory: string): Promise<BundleFile[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other) throw new CommandError(`${join(other.parentPath, other.name)} is a link or special file.`);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((content) => ({ path: relative(directory, content).split(sep).join('/'), content }))
    .filter(({ path }) => path !== manifestName && path !== signatureName)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
};

/**
 * Builds a signed bundle from a directory whose `manifest.json` describes the package; path, size and SHA-256 of its
 * files are filled in. The bundle is checked as the server does, and replaces a former one at `out` only if it is
 * valid.
 *
 * @throws CommandError or a 400 problem that states what is wrong with the directory.
 */
export const signBundle = async (
  directory: string,
  { key, out }: { readonly key: PublisherKeyPair; readonly out: string },
): Promise<CheckedBundle> => {
  const draft = await readDraft(join(directory, manifestName));
  const unfinished = `${out}.new`;
  const { zip } = await buildBundle(draft, await filesOf(directory), key.privateKey);
  try {
    await pipeline(zip, createWriteStream(unfinished));
    const checked = await checkBundle(unfinished, [key.publicKey]);
    await rename(unfinished, out);
    return checked;
  } finally {
    await rm(unfinished, { force: true });
  }
};
