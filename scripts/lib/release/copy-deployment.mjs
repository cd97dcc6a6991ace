import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../project.mjs';

/**
 * Copies the commands into `bin` of the archive, and the files for those who deploy it into `deploy`, where the documents
 * name them.
 * @param {string} stage the archive's directory
 */
export function copyDeployment(stage) {
  const source = join(root, 'deploy');
  cpSync(join(source, 'bin'), join(stage, 'bin'), { recursive: true });
  const filter = (/** @type {string} */ file) => relative(source, file).split(/[/\\]/)[0] !== 'bin';
  cpSync(source, join(stage, 'deploy'), { recursive: true, filter });
}
