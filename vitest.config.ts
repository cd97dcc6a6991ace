import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { absentPackages } from './packages/portal/absent-packages.ts';
import { importedPackages } from './packages/portal/imported-packages.ts';

/** Tests of the server come after those of the other packages, because they have more workers. */
const SERVER = 1;
/** Whole-product journeys come after them; each worker has a product of its own. */
const JOURNEYS = 2;
/** Those that load the machine on purpose come last, one at a time: `*.alone.test.ts`. */
const LAST = 3;

/** Short files of tests that take long. */
const longTests =
  /\/(tenant-matrix[\w-]*|documented-answers|kill-points|export-memory|start-embedded-database|agent-program|protocol-crash|end-database-with-run|bulk-edit(\.browser)?|accessibility|panels|screens)\.test\.tsx?$/;

/**
 * Begins with the longest tests of a project, so that at its end no core is idle: a checkout that has run no test yet
 * knows the sizes of files alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((specifications) =>
      specifications.toSorted((one, other) => isLong(other) - isLong(one)),
    );
  }
}

const isLong = ({ moduleId }: TestSpecification): number => Number(longTests.test(moduleId));

const browserTests = 'src/**/*.browser.test.tsx';

const room = (name: string, root: string) => ({ name, root, include: ['src/**/*.test.{ts,tsx}'] });

/** Sources of ours, but no tests. */
const sources = /\/(packages|e2e)\/[^/]+\/src\/(?!.*\.test\.ts$).*\.ts$/;

/**
 * The files of a process share its modules, which Node itself loads, as it does for the product. A deprecated call to a
 * dependency fails the run.
 */
const nativeRoom = (name: string, root: string) => ({
  ...room(name, root),
  isolate: false,
  server: { deps: { external: [sources] } },
  execArgv: ['--throw-deprecation'],
});

const journeysOnRequest = process.env['CFS_TEST_DEEP'] === '1' ? [] : ['src/**/*.deep.test.ts'];

const journeyRoom = (name: string) => ({
  ...room(name, 'e2e'),
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 40_000, interval: 100 } },
  isolate: false,
  // Loaded by Node itself, once for all files of a process, since it holds the one product and browser that they share.
  server: { deps: { external: [/\/e2e\/src\/harness\//] } },
});

/** `npm run pictures` alone: what runs here writes into docs/guide. */
const takesPictures = process.env['CFS_PICTURES'] === '1';
const pictureRoom = { ...journeyRoom('pictures'), include: ['src/**/*.picture.ts'], maxWorkers: 1 };

const productionMode = { 'process.env.NODE_ENV': JSON.stringify('production') };

/** React and the components' library as users get them: their development builds take a third more of the time. */
const productionReact = {
  define: productionMode,
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  optimizeDeps: {
    include: ['react/jsx-runtime', 'vitest-browser-react', ...importedPackages()],
    rolldownOptions: { transform: { define: productionMode } },
  },
};

/** The browser that `npm test` found; it serves tests of this machine alone. */
const chromium = playwright({
  launchOptions: {
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
  contextOptions: {
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // Long enough for a test that starts processes on a machine at ten times its load: it ends what hangs, and measures
    // nothing.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // The second that Vitest grants by itself is too short for a busy machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      { extends: true, test: nativeRoom('contracts', 'packages/contracts') },
      { extends: true, test: nativeRoom('odata', 'packages/odata') },
      { extends: true, test: nativeRoom('agent', 'packages/agent') },
      { extends: true, test: { ...room('portal', 'packages/portal'), exclude: [browserTests] } },
      {
        extends: true,
        ...productionReact,
        resolve: { alias: absentPackages, conditions: ['production', 'module', 'browser'] },
        test: {
          ...room('portal-browser', 'packages/portal'),
          include: [browserTests],
          setupFiles: ['src/ui/testing/page.ts'],
          browser: {
            enabled: true,
            headless: true,
            provider: chromium,
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1440, height: 900 },
            screenshotFailures: false,
            ui: false,
          },
        },
      },
      {
        extends: true,
        test: {
          ...nativeRoom('server', 'packages/server'),
          globalSetup: ['src/testing/global-setup.ts'],
          // With a worker per core, a seventh of the time is idle: tests of processes wait for timers and disks.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: SERVER },
        },
      },
      {
        extends: true,
        test: {
          ...journeyRoom('e2e'),
          globalSetup: ['src/harness/made-first-run.ts'],
          exclude: ['src/**/*.alone.test.ts', ...journeysOnRequest],
          // A product and a browser each want a gigabyte and more.
          maxWorkers: Math.min(availableParallelism(), 4),
          sequence: { groupOrder: JOURNEYS },
        },
      },
      ...(takesPictures ? [{ extends: true as const, test: pictureRoom }] : []),
      {
        extends: true,
        test: {
          ...journeyRoom('e2e-alone'),
          globalSetup: ['src/harness/made-first-run.ts'],
          include: ['src/**/*.alone.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: LAST },
        },
      },
    ],
  },
});
