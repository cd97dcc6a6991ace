import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { absentPackages } from './packages/portal/absent-packages.ts';
import { importedPackages } from './packages/portal/imported-packages.ts';

/** Whole-product journeys come after everything else, one at a time: they load the machine on purpose. */
const LAST = 1;

const browserTests = 'src/**/*.browser.test.tsx';

const room = (name: string, root: string) => ({ name, root, include: ['src/**/*.test.{ts,tsx}'] });

/** Sources of ours, but no tests. */
const sources = /\/(packages|e2e)\/[^/]+\/src\/(?!.*\.test\.ts$).*\.ts$/;

/** Whose files share a process, in which Node loads the sources once, as it does for the product. */
const nativeRoom = (name: string, root: string) => ({
  ...room(name, root),
  isolate: false,
  server: { deps: { external: [sources] } },
});

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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: availableParallelism(),
    // The second that Vitest grants by itself is too short for a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: nativeRoom('contracts', 'packages/contracts') },
      { extends: true, test: nativeRoom('odata', 'packages/odata') },
      { extends: true, test: nativeRoom('agent', 'packages/agent') },
      { extends: true, test: { ...room('portal', 'packages/portal'), exclude: [browserTests] } },
      {
        extends: true,
        plugins: [react()],
        resolve: { alias: absentPackages },
        optimizeDeps: { include: ['react/jsx-dev-runtime', 'vitest-browser-react', ...importedPackages()] },
        test: {
          ...room('portal-browser', 'packages/portal'),
          include: [browserTests],
          setupFiles: ['src/ui/testing/page.ts'],
          // A click waits until the page has drawn, which a busy machine does late.
          testTimeout: 90_000,
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
        test: { ...nativeRoom('server', 'packages/server'), globalSetup: ['src/testing/global-setup.ts'] },
      },
      {
        extends: true,
        test: {
          ...room('e2e', 'e2e'),
          include: [process.env['CFS_TEST_DEEP'] === '1' ? 'src/**/*.test.ts' : 'src/**/!(*.deep).test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 40_000, interval: 100 } },
          maxWorkers: 1,
          isolate: false,
          // Loaded by Node itself, once for all files, since it holds the one product and browser that they share.
          server: { deps: { external: [/\/e2e\/src\/harness\//] } },
          sequence: { groupOrder: LAST },
        },
      },
    ],
  },
});
