import { defineConfig } from 'vitest/config';

const unit = (name: string, directory: string) => ({
  test: { name, root: directory, include: ['src/**/*.test.ts'], exclude: ['**/*.deep.test.ts'], pool: 'forks' as const },
});

/** One project per package; the server's tests share one PostgreSQL and copy its migrated template. */
export default defineConfig({
  test: {
    projects: [
      unit('contracts', 'packages/contracts'),
      unit('odata', 'packages/odata'),
      unit('agent', 'packages/agent'),
      {
        test: {
          ...unit('server', 'packages/server').test,
          globalSetup: ['src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
