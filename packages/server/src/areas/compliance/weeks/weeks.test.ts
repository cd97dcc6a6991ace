import type { ControlSetHistory, ControlSetTrend } from '@cfs/contracts/compliance';
import { addWeeks, checkDateOf } from '@cfs/contracts/control-statuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { tenantsArea } from '../../tenants/tenants-area.ts';
import { complianceArea } from '../compliance-area.ts';

const last = '2026-11-22';
let server: TestServer;
let setId: string;
let controlIds: readonly string[];

const record = async (control: number, weeksBefore: number, status: string, tenantId = server.tenants.own) => {
  const answer = await server.as('Operator', tenantId).post('/v1/controlstatuses', {
    checkDate: checkDateOf(addWeeks(last, -weeksBefore)),
    status,
    controlId: controlIds[control],
  });
  expect(answer.status, answer.text).toBe(200);
};

beforeAll(async () => {
  server = await startTestServer({ areas: [complianceArea, tenantsArea] });
  const names = ['W-1', 'W-2', 'W-3'].map((name) => ({ name, title: `Title of ${name}` }));
  const { body } = await server
    .as('Administrator', 'all')
    .put('/v1/controlsets/import?tenantId=null', { name: 'Weeks', controls: names });
  setId = (body as { id: string }).id;
  const list = await server.as('Viewer').get(`/v1/controlsets?$filter=id eq ${setId}&$expand=controls`);
  controlIds = (list.body as { value: { controls: { id: string }[] }[] }).value[0]?.controls.map(({ id }) => id) ?? [];
  await record(0, 0, 'Compliant');
  await record(0, 1, 'Poam');
  await record(0, 3, 'Exempt');
  await record(0, 4, 'NonCompliant');
  await record(1, 0, 'Notset');
  await record(1, 1, 'Compliant');
  await record(2, 0, 'NonCompliant', server.tenants.foreign);
});
afterAll(() => server.close());

const read = async <Answer>(what: 'history' | 'trend', query = ''): Promise<Answer> => {
  const answer = await server.as('Viewer').get(`/v1/controlsets/${setId}/${what}?checkDate=${last}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Answer;
};

test('the history has a character for each control and week, oldest week first', async () => {
  const { weeks, controls } = await read<ControlSetHistory>('history', '&weeks=4');
  expect(weeks).toEqual(['2026-11-01', '2026-11-08', '2026-11-15', '2026-11-22']);
  expect(controls).toEqual([
    { id: controlIds[0], name: 'W-1', title: 'Title of W-1', statuses: '4-31' },
    { id: controlIds[1], name: 'W-2', title: 'Title of W-2', statuses: '--10' },
    { id: controlIds[2], name: 'W-3', title: 'Title of W-3', statuses: '----' },
  ]);
});

test('the trend counts every week, also those without a record', async () => {
  const none = { Notset: 0, Compliant: 0, NonCompliant: 0, Poam: 0, Exempt: 0 };
  expect(await read<ControlSetTrend>('trend', '&weeks=4')).toEqual({
    controls: 3,
    weeks: [
      { ...none, week: '2026-11-01', Exempt: 1 },
      { ...none, week: '2026-11-08' },
      { ...none, week: '2026-11-15', Compliant: 1, Poam: 1 },
      { ...none, week: '2026-11-22', Compliant: 1, Notset: 1 },
    ],
  });
});

test('both return 26 weeks by default, and at most 52', async () => {
  expect((await read<ControlSetHistory>('history')).weeks).toHaveLength(26);
  expect((await read<ControlSetTrend>('trend', '&weeks=52')).weeks).toHaveLength(52);
  for (const query of ['weeks=53', 'weeks=0', 'weeks=x', 'checkDate=2026-11-23'])
    for (const what of ['history', 'trend']) {
      const base = query.startsWith('checkDate') ? '' : `checkDate=${last}&`;
      expect((await server.as('Viewer').get(`/v1/controlsets/${setId}/${what}?${base}${query}`)).status).toBe(400);
    }
});

test('a tenant sees its own statuses of a shared set', async () => {
  const answer = await server
    .as('Viewer', server.tenants.foreign)
    .get(`/v1/controlsets/${setId}/history?checkDate=${last}&weeks=1`);
  expect((answer.body as ControlSetHistory).controls.map(({ statuses }) => statuses)).toEqual(['-', '-', '2']);
  for (const what of ['history', 'trend'])
    expect(
      (
        await server
          .as('Viewer')
          .get(`/v1/controlsets/${setId}/${what}?checkDate=${last}&tenantId=${server.tenants.foreign}`)
      ).status,
    ).toBe(404);
});

test('retired controls and sets are left out', async () => {
  await server.database.asOwner('update cfs.controls set is_retired = true where control_id = $1', [controlIds[1]]);
  expect((await read<ControlSetHistory>('history')).controls).toHaveLength(2);
  const { controls, weeks } = await read<ControlSetTrend>('trend', '&weeks=1');
  expect([controls, weeks[0]?.Compliant, weeks[0]?.Notset]).toEqual([2, 1, 0]);
  await server.database.asOwner('update cfs.controls set is_retired = false where control_id = $1', [controlIds[1]]);
});

test('a year of 1,200 controls is returned completely', async () => {
  await server.database.asOwner(
    `insert into cfs.controls (tenant_id, control_id, control_set_id, position, name, title, created, created_by, modified, modified_by)
     select tenant_id, gen_random_uuid(), control_set_id, n, 'L-' || n, 'Large', now(), 't', now(), 't'
     from cfs.control_sets, generate_series(10, 1206) n where control_set_id = $1`,
    [setId],
  );
  await server.database.asOwner(
    `insert into cfs.control_statuses (tenant_id, control_status_id, control_id, check_date, status, notes, created, created_by, modified, modified_by)
     select $1, gen_random_uuid(), control_id, timestamptz '2026-11-22 00:00Z' - w * interval '7 days', w % 5, '', now(), 't', now(), 't'
     from cfs.controls, generate_series(0, 51) w where control_set_id = $2 and title = 'Large'`,
    [server.tenants.own, setId],
  );
  await server.database.asOwner('vacuum analyze cfs.control_statuses, cfs.controls');
  const { controls } = await read<ControlSetHistory>('history', '&weeks=52');
  expect(controls).toHaveLength(1_200);
  expect(controls.at(-1)?.statuses).toBe('10432'.repeat(11).slice(0, 52));
  const { weeks } = await read<ControlSetTrend>('trend', '&weeks=52');
  const counts = weeks.map(
    ({ Notset, Compliant, NonCompliant, Poam, Exempt }) => Notset + Compliant + NonCompliant + Poam + Exempt,
  );
  expect(Math.min(...counts)).toBe(1_197);
});
