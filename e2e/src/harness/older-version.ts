import { execFile } from 'node:child_process';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDataDirectory } from './data-directory.ts';
import { projectDirectory } from './project.ts';

const run = promisify(execFile);
const git = async (...parameters: readonly string[]): Promise<string[]> => {
  const { stdout } = await run('git', ['-C', projectDirectory, ...parameters], { maxBuffer: 67_108_864 });
  return stdout.split('\n').filter((line) => line !== '');
};

const migrations = 'packages/server/migrations';

/** Whether the migrations of the commit are a proper subset of the current ones. */
const hasFewerMigrations = async (commit: string): Promise<boolean> => {
  const changes = await git('diff', '--name-status', '--no-renames', commit, '--', migrations);
  return changes.length > 0 && changes.every((change) => change.startsWith('A'));
};

/**
 * The commit of the last release; without a release, the newest commit that can be upgraded to the current one by
 * additional migrations. `undefined` outside of a repository or if there is no such commit.
 */
export const findOlderVersion = async (): Promise<string | undefined> => {
  const tags = await git('tag', '--list', 'v*', '--sort=-version:refname', '--no-contains', 'HEAD').catch(
    () => undefined,
  );
  if (tags === undefined || tags[0] !== undefined) return tags?.[0];
  for (const commit of await git('log', '--format=%H', '--', migrations)) {
    const [parent] = await git('rev-parse', '--verify', '--quiet', `${commit}^`).catch(() => []);
    if (parent !== undefined && (await hasFewerMigrations(parent))) return parent;
  }
  return undefined;
};

/** The sources of a commit, run with the packages that are installed for the current one. */
export interface OlderVersion extends AsyncDisposable {
  readonly directory: string;
}

export const checkOut = async (commit: string): Promise<OlderVersion> => {
  const directory = await makeDataDirectory('cfs-older-');
  const { path } = directory;
  const unpack = 'git -C "$0" archive "$1" -- packages package.json | tar -x -C "$2"';
  await run('sh', ['-c', unpack, projectDirectory, commit, path]);
  const [installed, linked] = [join(projectDirectory, 'node_modules'), join(path, 'node_modules')];
  await mkdir(join(linked, '@cfs'), { recursive: true });
  for (const name of await readdir(installed))
    if (!name.startsWith('.') && name !== '@cfs') await symlink(join(installed, name), join(linked, name));
  for (const name of await readdir(join(path, 'packages')))
    await symlink(join(path, 'packages', name), join(linked, '@cfs', name));
  return { directory: path, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
};
