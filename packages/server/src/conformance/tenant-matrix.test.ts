import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locationsMatrix } from '../areas/locations/locations-matrix.ts';
import { areas } from '../areas.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { areaMatrices } from './area-matrices.ts';
import { observedAreas, runMatrix, undeclaredRoutes, type RegisteredRoutes } from './tenant-matrix.ts';

const matrices = await areaMatrices();

/** The matrix knocks without a credential more often in a minute than a server puts up with. */
const patient = { REFUSED_RATE_LIMIT: '1000000' };

const takeOffRowLevelSecurity = async ({ database }: TestServer): Promise<void> => {
  await database.asOwner(`do $$ declare t regclass; begin
    for t in select oid from pg_class where relnamespace = 'cfs'::regnamespace and relkind in ('r', 'p') loop
      execute format('alter table %s no force row level security, disable row level security', t);
    end loop;
  end $$`);
};

describe.each([
  { name: 'as shipped', queryScope: 'on', rowLevelSecurity: 'on' },
  { name: 'with row-level security alone', queryScope: 'off', rowLevelSecurity: 'on' },
  { name: 'with the query scope alone', queryScope: 'on', rowLevelSecurity: 'off' },
] as const)('$name', ({ queryScope, rowLevelSecurity }) => {
  const routes: RegisteredRoutes = new Map();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ areas: observedAreas(areas, routes, { queryScope }), environment: patient });
    if (rowLevelSecurity === 'off') await takeOffRowLevelSecurity(server);
  });
  afterAll(() => server.close());

  test('every route has its examples in the matrix', () => {
    expect(undeclaredRoutes(routes, matrices)).toEqual([]);
  });

  test.each(matrices)('no caller reaches a foreign row of $area', { timeout: 120_000 }, async (matrix) => {
    expect(await runMatrix({ server, routes }, matrix)).toEqual([]);
  });
});

test('the matrix notices when neither layer stands', async () => {
  const routes: RegisteredRoutes = new Map();
  const server = await startTestServer({
    areas: observedAreas(areas, routes, { queryScope: 'off' }),
    environment: patient,
  });
  await takeOffRowLevelSecurity(server);
  const faults = await runMatrix({ server, routes }, locationsMatrix);
  expect(faults.some((fault) => fault.includes('the foreign row is shown'))).toBe(true);
  expect(faults.some((fault) => fault.includes('the foreign tenant changed'))).toBe(true);
  await server.close();
});
