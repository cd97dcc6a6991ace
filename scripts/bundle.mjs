import { become } from './lib/become.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureDependencies();
  become(nodeRuntime(), ['packages/server/src/publisher/main.ts', ...process.argv.slice(2)]);
});
