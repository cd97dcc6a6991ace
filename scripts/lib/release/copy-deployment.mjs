import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../project.mjs';

/**
 * Copies the commands to `bin` of the archive, and the deployment files to `deploy`, where the documents refer to them.
 * @param {string} stage the archive's directory
 */
export function copyDeployment(stage) {
  const source = join(root, 'deploy');
  cpSync(join(source, 'bin'), join(stage, 'bin'), { recursive: true });
  const filter = (/** @type {string} */ file) => relative(source, file).split(/[/\\]/)[0] !== 'bin';
  cpSync(source, join(stage, 'deploy'), { recursive: true, filter });
}
