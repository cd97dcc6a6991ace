import { join } from 'node:path';
import { ensureBuilt } from './build-record.mjs';
import { compressFiles } from './compress-files.mjs';
import { PreparationError, root, say } from './project.mjs';
import { runCommand } from './run-command.mjs';

const PORTAL = join(root, 'packages', 'portal');

/**
 * Builds the portal, unless the build is up to date.
 * @param {string} node
 */
export const ensurePortal = (node) =>
  ensureBuilt({
    name: 'portal',
    sources: [
      'packages/portal',
      'packages/contracts/src',
      'package-lock.json',
      'tsconfig.base.json',
      'scripts/lib/compress-files.mjs',
    ],
    output: 'packages/portal/dist/index.html',
    async build() {
      say('Building the portal… (half a minute)');
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      const code = await runCommand(node, [vite, 'build', '--logLevel', 'warn'], { cwd: PORTAL });
      if (code !== 0) throw new PreparationError('The portal could not be built: see the output of Vite above.');
      await compressFiles(join(PORTAL, 'dist'));
    },
  });
