import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PreparationError, root } from './project.mjs';
import { captureCommand } from './run-command.mjs';

/** @type {(...parameters: string[]) => Promise<string[] | undefined>} */
const git = async (...parameters) => {
  const { code, output } = await captureCommand('git', parameters);
  return code === 0 ? output.split('\n').filter((line) => line !== '') : undefined;
};

/** The merge base with main; on main itself, the last commit of origin. */
const base = async () => {
  const [branch] = (await git('branch', '--show-current')) ?? [];
  for (const main of branch === 'main' ? ['origin/main'] : ['main', 'origin/main']) {
    const [commit] = (await git('merge-base', 'HEAD', main)) ?? [];
    if (commit !== undefined) return commit;
  }
  return 'HEAD';
};

/**
 * The differences from main: committed, uncommitted and untracked.
 * @returns {Promise<{ files: string[], gone: string[] }>} paths from the root; `gone` are those of removed files
 */
export async function changedFiles() {
  const [changed, added] = await Promise.all([
    base().then((commit) => git('diff', '--name-only', '--no-renames', commit)),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  if (changed === undefined || added === undefined)
    throw new PreparationError('git is required to find the changed files.');
  const all = [...new Set([...changed, ...added])];
  return {
    files: all.filter((file) => existsSync(join(root, file))),
    gone: all.filter((file) => !existsSync(join(root, file))),
  };
}
