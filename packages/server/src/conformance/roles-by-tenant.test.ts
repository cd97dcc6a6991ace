import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import { createTestClient, type TestClient } from '../testing/test-client.ts';
import { addTestPerson } from '../testing/test-people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { areaMatrices } from './area-matrices.ts';
import { highLimits } from './tenant-matrix-suite.ts';
import {
  createFingerprint,
  isMachine,
  observedAreas,
  opening,
  sendExample,
  shows,
  type RegisteredRoutes,
} from './tenant-matrix.ts';

const matrices = await areaMatrices();
const routes: RegisteredRoutes = new Map();
let server: TestServer;
/** An administrator of one tenant, and a viewer of the other. */
let mixed: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    areas: observedAreas(areas, routes, { queryScope: 'on' }),
    environment: highLimits,
  });
  const { identity, database, clock, tenants } = server;
  const person = await addTestPerson(database, {
    provider: identity.source.provider,
    role: 'Administrator',
    tenantId: tenants.own,
    moment: clock.now(),
  });
  await database.asOwner(
    `insert into cfs.grants (tenant_id, grant_id, user_id, role_name, created, created_by)
     values ($1, $2, $3, 'Viewer', $4, 'test')`,
    [tenants.foreign, randomUUID(), person.userId, clock.now()],
  );
  await server.services.snapshot.refresh();
  mixed = createTestClient(server.app, () => identity.sign({ sub: person.subject }));
});
afterAll(() => server.close());

// The permission is held in some tenant, so the route is open, and its handler must check the tenant.
test.each(matrices)('$area refuses in one tenant what a role allows in another', async (matrix) => {
  const foreign = server.tenants.foreign;
  const fingerprint = await createFingerprint(server);
  const ids = await matrix.seed(server.database, foreign);
  await server.services.snapshot.refresh();
  const faults: string[] = [];
  for (const example of matrix.examples) {
    const permission = example.needs ?? routes.get(example.route);
    if (example.route.startsWith('GET ') || permission === undefined || isMachine(permission)) continue;
    if (opening('Viewer', permission)?.length !== 0) continue;
    const before = await fingerprint(foreign);
    const answer = await sendExample(mixed, example, ids, foreign);
    const cell = `${example.route} [${example.place}]`;
    if ((await fingerprint(foreign)) !== before) faults.push(`${cell} wrote`);
    if (answer.status >= 500) faults.push(`${cell} answered ${answer.status}: ${answer.text}`);
    // Lists, and routes that touch no row, respond to everybody with the permission in another tenant.
    if (answer.status < 400 && shows(example, answer, ids)) faults.push(`${cell} showed the row`);
  }
  expect(faults).toEqual([]);
});
