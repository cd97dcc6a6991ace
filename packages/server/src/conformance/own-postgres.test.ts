import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import { checkDatabase } from '../platform/database/self-check.ts';
import { migrationsDirectory } from '../platform/database/migrate.ts';
import { startWorker } from '../start-worker.ts';
import {
  findOwnPostgres,
  oldestSupported,
  startOwnPostgres,
  type OwnCluster,
  type OwnPostgres,
} from '../testing/own-postgres.ts';
import { makeTemplateDatabase } from '../testing/template-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const smoke = (installed: OwnPostgres): void => {
  let cluster: OwnCluster;
  let server: TestServer;
  let migrations: readonly string[];

  beforeAll(async () => {
    cluster = await startOwnPostgres(installed);
    migrations = await makeTemplateDatabase(cluster.connection);
    server = await startTestServer({ cluster: cluster.connection });
  }, 240_000);
  afterAll(async () => {
    await server.close();
    await cluster.stop();
  });

  const createUnit = async (fields: object, tenantId = server.tenants.own): Promise<WorkUnit> => {
    const body = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields };
    const answer = await server.as('Operator', tenantId).put('/v1/workunits', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body as WorkUnit;
  };

  test('every migration runs on the installed version', async () => {
    const [row] = await server.database.asOwner<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    expect(row?.version).toContain(installed.version);
    const shipped = (await readdir(migrationsDirectory)).filter((name) => name.endsWith('.sql'));
    expect(migrations).toEqual(shipped.toSorted());
  });

  test('the self-check finds nothing unsafe', async () => {
    await expect(checkDatabase(Object.values(server.database.connections))).resolves.toBeUndefined();
  });

  test('people sign in by token, and anonymous calls get 401', async () => {
    const known = await server.as('Viewer').get('/v1/currentUser');
    expect(known.body).toMatchObject({ tenantId: server.tenants.own });
    expect((await server.anonymous.get('/v1/currentUser')).status).toBe(401);
  });

  test('filter, order, expand, count and search can be combined', async () => {
    await createUnit({ title: 'Mail is slow', severityId: 'Sev1' });
    await createUnit({ title: 'Mail is down in Zürich', severityId: 'Sev0' });
    await createUnit({ title: 'Printer is out of paper', severityId: 'Sev1' });
    const page = await server
      .as('Viewer')
      .get(
        `/v1/workunits?$filter=severityId in ('Sev0','Sev1') and contains(tolower(title), 'is')` +
          '&$orderby=severityId asc,created desc&$search=mail&$expand=tenant,workUnitType&$count=true&$top=1',
      );
    expect(page.body, page.text).toMatchObject({
      '@odata.count': 2,
      value: [{ title: 'Mail is down in Zürich', tenant: { name: 'Own' }, workUnitType: { name: 'Incident' } }],
    });
  });

  test('a location is created and listed', async () => {
    const created = await server.as('Administrator').put('/v1/locations', { name: 'Oslo', city: 'Oslo' });
    expect(created.status, created.text).toBe(201);
    const list = await server.as('Viewer').get(`/v1/locations?$filter=name eq 'Oslo'&$expand=tenant`);
    expect(list.body).toMatchObject({ value: [{ name: 'Oslo', tenant: { name: 'Own' } }] });
  });

  test('a work unit is patched from New to Acknowledged', async () => {
    const unit = await createUnit({});
    const answer = await server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, [
      { op: 'test', path: '/stateId', value: 'New' },
      { op: 'replace', path: '/stateId', value: 'Acknowledged' },
    ]);
    expect(answer.body, answer.text).toMatchObject({ stateId: 'Acknowledged' });
  });

  test('a packet opens a match and creates an incident', { timeout: 200_000 }, async () => {
    const administrator = server.as('Administrator');
    const entityId = randomUUID();
    const rule = await administrator.put('/v1/rules', {
      name: 'Too hot',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Celsius', Operator: 3, RightOperand: '90' }],
      matchActions: [{ ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { SeverityId: '1' } }],
      expirationActions: [],
    });
    expect(rule.status, rule.text).toBe(201);
    const worker = startWorker(server.services, areas);
    try {
      const agent = server.withCredential(await server.tenantToken(['packets']));
      const message = { Metrics: { Celsius: 95 }, Properties: { BlockName: 'Boiler' } };
      const sent = await agent.post('/v1/packets', [
        { entityId, timestamp: server.clock.now().toISOString(), message },
      ]);
      expect(sent.status, sent.text).toBe(202);
      const matches = await administrator.get(`/v1/rulematches?$filter=subjectId eq ${entityId}&$expand=rule`);
      expect(matches.body).toMatchObject({ value: [{ matchCount: 1, rule: { name: 'Too hot' } }] });
      await expect
        .poll(async () => (await administrator.get(`/v1/workunits?$filter=title eq 'Too hot: Boiler'`)).body, {
          timeout: 60_000,
        })
        .toMatchObject({ value: [{ severityId: 'Sev1', stateId: 'New' }] });
    } finally {
      await worker.stop();
    }
  });

  test('a foreign tenant does not see the row', async () => {
    const { workUnitId } = await createUnit({ title: 'Ours alone' });
    const foreigner = server.as('Operator', server.tenants.foreign);
    const list = await foreigner.get(`/v1/workunits?$filter=workUnitId eq ${workUnitId}`);
    expect(list.body).toMatchObject({ value: [] });
    const change = await foreigner.patch(`/v1/workunits/${workUnitId}`, [
      { op: 'replace', path: '/title', value: 'Theirs' },
    ]);
    expect(change.status).toBe(404);
    const own = await server.as('Operator').get(`/v1/workunits?$filter=workUnitId eq ${workUnitId}`);
    expect(own.body).toMatchObject({ value: [{ title: 'Ours alone' }] });
  });
};

const installed = await findOwnPostgres();

if (installed) {
  describe(`on this machine's own PostgreSQL ${installed.version}`, () => smoke(installed));
} else {
  test(`this machine has no PostgreSQL ${oldestSupported} or later of its own`, (context) =>
    context.skip('Nothing was tried: install PostgreSQL, or put its `postgres` and `initdb` into PATH.'));
}
