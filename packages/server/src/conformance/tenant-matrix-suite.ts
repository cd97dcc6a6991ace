import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { areaMatrices } from './area-matrices.ts';
import { observedAreas, runMatrix, undeclaredRoutes, type RegisteredRoutes } from './tenant-matrix.ts';

/** Which of the two layers that keep tenants apart are active. */
export interface MatrixLayers {
  readonly queryScope: 'on' | 'off';
  readonly rowLevelSecurity: 'on' | 'off';
}

/** The matrix makes more calls without a credential, and as one person, than a server allows by default. */
export const highLimits = { REFUSED_RATE_LIMIT: '1000000', CALL_ME_RATE_LIMIT: '1000', REQUEST_RATE_LIMIT: '1000' };

/** Disables it one table after the other: locking all of them could deadlock with the server's own work. */
const takeOffRowLevelSecurity = async ({ database }: TestServer): Promise<void> => {
  const tables = await database.asOwner<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'cfs'::regnamespace and relkind in ('r', 'p')`,
  );
  for (const { name } of tables)
    await database.asOwner(`alter table ${name} no force row level security, disable row level security`);
};

/** Starts the server with only these layers; `routes` receives the routes that it registers. */
export const startLayeredServer = async (
  { queryScope, rowLevelSecurity }: MatrixLayers,
  routes: RegisteredRoutes,
): Promise<TestServer> => {
  const server = await startTestServer({
    areas: observedAreas(areas, routes, { queryScope }),
    environment: highLimits,
  });
  if (rowLevelSecurity === 'off') await takeOffRowLevelSecurity(server);
  return server;
};

/**
 * Declares the tests of the whole matrix under these layers. Each combination has its own file, so that they run in
 * parallel. Callers that a permission refuses are tested only with both layers active.
 */
export const testTenantMatrix = async (layers: MatrixLayers): Promise<void> => {
  const matrices = await areaMatrices();
  const routes: RegisteredRoutes = new Map();
  const permittedOnly = layers.queryScope === 'off' || layers.rowLevelSecurity === 'off';
  let server: TestServer;

  beforeAll(async () => {
    server = await startLayeredServer(layers, routes);
  });
  afterAll(() => server.close());

  test('every route has its examples in the matrix', () => {
    expect(undeclaredRoutes(routes, matrices)).toEqual([]);
  });

  test.each(matrices)('no caller reaches a foreign row of $area', { timeout: 240_000 }, async (matrix) => {
    expect(await runMatrix({ server, routes, permittedOnly }, matrix)).toEqual([]);
  });
};
