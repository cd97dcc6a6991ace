import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agentPlatforms, buildAgent } from './lib/agent-build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { root, runScript } from './lib/project.mjs';

const USAGE = `npm run -s agent:build [-- PLATFORM … [--out DIRECTORY]]

Builds the agent as one file for each platform: ${Object.keys(agentPlatforms).join(', ')}.`;

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, version: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  await ensureDependencies();
  const files = await buildAgent(nodeRuntime(), {
    platforms: positionals.length > 0 ? positionals : Object.keys(agentPlatforms),
    directory: values.out ?? join(root, 'packages', 'agent', 'dist'),
    version: values.version,
  });
  for (const file of files) console.log(file);
});
