import { expect, test } from 'vitest';
import { locationsMatrix } from '../areas/locations/locations-matrix.ts';
import { startLayeredServer } from './tenant-matrix-suite.ts';
import { runMatrix, type RegisteredRoutes } from './tenant-matrix.ts';

test('the matrix reports faults when neither layer is active', async () => {
  const routes: RegisteredRoutes = new Map();
  const server = await startLayeredServer({ queryScope: 'off', rowLevelSecurity: 'off' }, routes);
  const faults = await runMatrix({ server, routes }, locationsMatrix);
  expect(faults.some((fault) => fault.includes('the foreign row is shown'))).toBe(true);
  expect(faults.some((fault) => fault.includes('the foreign tenant changed'))).toBe(true);
  await server.close();
});
