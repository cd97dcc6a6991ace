import { ensureDependencies } from './dependencies.mjs';
import { nodeRuntime } from './node-runtime.mjs';
import { ensurePortal } from './portal-build.mjs';
import { ensureServer } from './server-build.mjs';

/**
 * Prepares a new machine or an updated checkout to run the project.
 * @returns {Promise<string>} the Node to run it with
 */
export async function prepare() {
  await ensureDependencies();
  const node = nodeRuntime();
  await ensureServer();
  await ensurePortal(node);
  return node;
}
