import { defineConfig } from 'vitest/config';

/** Whole-product journeys come after everything else, one file at a time: they load the machine on purpose. */
const LAST = 1;

const room = (name: string, root: string) => ({
  test: { name, root, include: ['src/**/*.test.ts'] },
});

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      room('contracts', 'packages/contracts'),
      room('odata', 'packages/odata'),
      room('agent', 'packages/agent'),
      room('portal', 'packages/portal'),
      {
        test: {
          ...room('server', 'packages/server').test,
          globalSetup: ['src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...room('e2e', 'e2e').test,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
          sequence: { groupOrder: LAST },
        },
      },
    ],
  },
});
