import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { areaMatrices } from './area-matrices.ts';
import { observedAreas, runMatrix, undeclaredRoutes, type RegisteredRoutes } from './tenant-matrix.ts';

/** Which of the two layers that keep tenants apart stand. */
export interface MatrixLayers {
  readonly queryScope: 'on' | 'off';
  readonly rowLevelSecurity: 'on' | 'off';
}

/** The matrix knocks without a credential, and asks as one person, more often than a server puts up with. */
export const highLimits = { REFUSED_RATE_LIMIT: '1000000', CALL_ME_RATE_LIMIT: '1000', REQUEST_RATE_LIMIT: '1000' };

/** One table after the other: locking all of them could deadlock with the server's own work. */
const takeOffRowLevelSecurity = async ({ database }: TestServer): Promise<void> => {
  const tables = await database.asOwner<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'cfs'::regnamespace and relkind in ('r', 'p')`,
  );
  for (const { name } of tables)
    await database.asOwner(`alter table ${name} no force row level security, disable row level security`);
};

/** Starts the server with these layers alone; `routes` takes what it registers. */
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
 * Declares the tests of the whole matrix under these layers; each combination is a file of its own, to run abreast. Whom a
 * permission refuses is asked under both layers alone.
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
