import { join } from 'node:path';
import { become } from './lib/become.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { root, runScript } from './lib/project.mjs';

/** Runs the tests on mutated sources and prints the mutants that no test detects. */
await runScript(async () => {
  await ensureDependencies();
  become(nodeRuntime(), [join(root, 'scripts', 'lib', 'mutants', 'run.mjs'), ...process.argv.slice(2)]);
});
