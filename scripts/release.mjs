import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { agentPlatforms, buildAgent } from './lib/agent-build.mjs';
import { prepare } from './lib/prepare.mjs';
import { PreparationError, root, runScript, say } from './lib/project.mjs';
import { buildArchive, serverPlatforms, writeChecksums } from './lib/release/build-archive.mjs';
import { describeComponents } from './lib/release/describe-components.mjs';
import { captureCommand } from './lib/run-command.mjs';

const USAGE = `npm run -s release [-- PLATFORM … [--out DIRECTORY]]

Builds one archive for each platform (${Object.keys(serverPlatforms).join(', ')}) with Node, the server, the portal, the
agents for all their platforms, the licences and the components (CycloneDX), and SHA256SUMS beside them. Two builds of one
commit are identical. Needs GNU tar and gzip, and the registry for what other platforms need.`;

/** The time of the commit, so that identical files have identical times. */
async function commitTime() {
  const { SOURCE_DATE_EPOCH: stated } = process.env;
  if (stated !== undefined) return new Date(Number(stated) * 1_000);
  const { code, output } = await captureCommand('git', ['log', '-1', '--format=%ct']);
  if (code !== 0) throw new PreparationError('Not a git checkout: set SOURCE_DATE_EPOCH to the time of the release.');
  return new Date(Number(output) * 1_000);
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const platforms = positionals.length > 0 ? positionals : Object.keys(serverPlatforms);
  const unknown = platforms.find((platform) => !(platform in serverPlatforms));
  if (unknown !== undefined) {
    throw new PreparationError(`Unknown platform ${unknown}. Known: ${Object.keys(serverPlatforms).join(', ')}.`);
  }
  const directory = resolve(values.out ?? join(root, 'dist'));
  mkdirSync(directory, { recursive: true });
  const node = await prepare();
  const time = await commitTime();
  say('Building the agents…');
  const agents = await buildAgent(node, {
    platforms: Object.keys(agentPlatforms),
    directory: join(root, '.cache', 'agent-build', 'release'),
  });
  say('Describing the components…');
  const components = await describeComponents();
  const archives = [];
  for (const platform of platforms) {
    say(`Packing ${platform}…`);
    archives.push(await buildArchive(platform, { directory, agents, time, components }));
  }
  for (const path of [...archives, await writeChecksums(directory, archives)]) console.log(path);
});
