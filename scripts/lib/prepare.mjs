import { ensureDependencies } from './dependencies.mjs';
import { nodeRuntime } from './node-runtime.mjs';
import { ensurePortal } from './portal-build.mjs';

/**
 * Brings a fresh machine, or a checkout that has moved on, to where the project runs.
 * @returns {Promise<string>} the Node to run it with
 */
export async function prepare() {
  await ensureDependencies();
  const node = nodeRuntime();
  await ensurePortal(node);
  return node;
}
