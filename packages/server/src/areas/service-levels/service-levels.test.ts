import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { AttainmentRow, ServiceLevelClock } from '@cfs/contracts/service-levels';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createProtocolScene, type ProtocolScene } from '../work-units/testing/protocol-scene.ts';

const minute = 60_000;
const hour = 60 * minute;
let server: TestServer;
let scene: ProtocolScene;
let worker: Worker;

beforeAll(async () => {
  server = await startTestServer();
  scene = createProtocolScene(server);
  worker = createTestWorker(server.services, 'service-levels', 'work-units');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner('truncate cfs.service_level_targets, cfs.service_level_clocks');
  await server.database.asOwner('delete from cfs.work_timers');
});

const settle = async (): Promise<void> => {
  while ((await worker.runDue()) > 0);
};
const administrator = (tenant?: string) => server.as('Administrator', tenant);
const target = async (fields: object = {}, tenant?: string): Promise<Record<string, unknown>> => {
  const answer = await administrator(tenant).put('/v1/serviceleveltargets', {
    responseMinutes: 60,
    resolutionMinutes: 240,
    ...fields,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as Record<string, unknown>;
};
const clocks = async ({ workUnitId }: WorkUnit): Promise<ServiceLevelClock[]> => {
  const { body } = await server.as('Viewer').get(`/v1/workunits/${workUnitId}/serviceLevels`);
  return (body as { value: ServiceLevelClock[] }).value;
};
const read = async ({ workUnitId }: WorkUnit): Promise<WorkUnit> =>
  (await server.as('Viewer').get(`/v1/workunits/${workUnitId}`)).body as WorkUnit;
const fromNow = (milliseconds: number): string => new Date(server.clock.now().getTime() + milliseconds).toISOString();
const events = async (unit: WorkUnit): Promise<string[]> =>
  (await scene.stream(unit)).filter((entry) => entry.includes('ServiceLevel'));

describe('targets', () => {
  it('apply by tenant, type and severity, the most specific first', async () => {
    await target({ tenantId: null, responseMinutes: 1 }, 'all');
    const responseOf = async (fields: object) => (await clocks(await scene.unit(fields)))[0]?.targetMinutes;
    expect(await responseOf({})).toBe(1);
    await target({ tenantId: null, workUnitTypeId: 1, severityId: 'Sev2', responseMinutes: 2 }, 'all');
    expect(await responseOf({})).toBe(2);
    await target({ responseMinutes: 3 });
    expect(await responseOf({})).toBe(3);
    await target({ severityId: 'Sev2', responseMinutes: 4 });
    expect(await responseOf({})).toBe(4);
    await target({ workUnitTypeId: 1, responseMinutes: 5 });
    expect(await responseOf({})).toBe(5);
    await target({ workUnitTypeId: 1, severityId: 'Sev2', responseMinutes: 6 });
    expect(await responseOf({})).toBe(6);
    expect(await responseOf({ severityId: 'Sev3' })).toBe(5);
    expect(await responseOf({ severityId: 'Sev2', workUnitTypeId: 4 })).toBe(4);
  });

  it('of a tenant can switch a default off', async () => {
    await target({ tenantId: null }, 'all');
    await target({ responseMinutes: null, resolutionMinutes: null });
    expect(await clocks(await scene.unit())).toEqual([]);
  });

  it('exist only once for a type and severity', async () => {
    const made = await target({ severityId: 'Sev1' });
    const again = await administrator().put('/v1/serviceleveltargets', { severityId: 'Sev1' });
    expect(again).toMatchObject({
      status: 409,
      body: { detail: 'The tenant already has a target for this type and severity.' },
    });
    const address = `/v1/serviceleveltargets/${String(made['serviceLevelTargetId'])}`;
    const fields = { severityId: 'Sev1', responseMinutes: 5, warningPercent: 50 };
    expect((await administrator().post(address, { ...fields, modified: made['modified'] })).status).toBe(200);
    expect((await administrator().post(address, { ...fields, modified: made['modified'] })).status).toBe(409);
    const stored = await server.as('Viewer').get('/v1/serviceleveltargets?$expand=businessCalendar,workUnitType');
    expect(stored.body).toMatchObject({ value: [{ responseMinutes: 5, severityId: 'Sev1', workUnitTypeId: null }] });
  });

  it('require the permission, and for a default the permission in all tenants', async () => {
    expect((await server.as('Operator').put('/v1/serviceleveltargets', {})).status).toBe(403);
    expect((await administrator().put('/v1/serviceleveltargets', { tenantId: null })).status).toBe(403);
  });

  it.each([
    [{ responseMinutes: 0 }, 'Please enter whole minutes, up to a year.'],
    [{ responseMinutes: 1.5 }, 'Please enter whole minutes, up to a year.'],
    [{ businessCalendarId: '11111111-1111-4111-8111-111111111111' }, 'Please choose a calendar of the tenant.'],
  ])('refuse %j', async (fields, message) => {
    const answer = await administrator().put('/v1/serviceleveltargets', fields);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });
});

describe('the clocks of a unit', () => {
  it('show the target that is due next', async () => {
    await target();
    const unit = await scene.unit();
    expect(unit).toMatchObject({ dueTime: fromNow(hour), pausedTimeLeft: null, dueOrder: fromNow(hour) });
    expect(await clocks(unit)).toMatchObject([
      { kind: 'Response', due: fromNow(hour), warningDue: fromNow(0.75 * hour), outcome: null },
      { kind: 'Resolution', due: fromNow(4 * hour), warningDue: fromNow(3 * hour), outcome: null },
    ]);
    const acknowledged = await scene.change(unit, 'stateId', 'Acknowledged');
    expect(acknowledged.dueTime).toBe(fromNow(4 * hour));
    const resolved = await scene.change(acknowledged, 'stateId', 'Resolved');
    expect(resolved).toMatchObject({ dueTime: null, dueOrder: '9999-12-31T00:00:00.000Z' });
    expect((await clocks(unit)).map(({ outcome }) => outcome)).toEqual(['Met', 'Met']);
  });

  it('pause while the unit is on hold', async () => {
    await target();
    const unit = await scene.change(await scene.unit(), 'stateId', 'Acknowledged');
    server.clock.advance(hour);
    const held = await scene.change(unit, 'stateId', 'OnHold');
    expect(held).toMatchObject({ dueTime: null, pausedTimeLeft: 180, dueOrder: '9999-01-01T00:00:00.000Z' });
    server.clock.advance(10 * hour);
    const resumed = await scene.change(held, 'stateId', 'InProgress');
    expect(resumed).toMatchObject({ dueTime: fromNow(3 * hour), pausedTimeLeft: null });
  });

  it('end the response on an assignment', async () => {
    await target();
    await server.colleague('assignee@example.com');
    const unit = await scene.unit();
    expect((await scene.change(unit, 'effort', 3)).dueTime).toBe(unit.dueTime);
    const assigned = await scene.change(await read(unit), 'assignedTo', 'assignee@example.com');
    expect(assigned).toMatchObject({ stateId: 'New', dueTime: fromNow(4 * hour) });
  });

  it('end the response on an external note of staff, but not on an internal one', async () => {
    await target();
    const unit = await scene.unit();
    const note = (fields: object) =>
      server
        .as('Operator')
        .put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail: 'We look at it.', ...fields });
    expect((await note({})).status).toBe(201);
    expect((await read(unit)).dueTime).toBe(fromNow(hour));
    expect((await note({ isExternalNote: true })).status).toBe(201);
    const answered = await read(unit);
    expect(answered).toMatchObject({ stateId: 'New', dueTime: fromNow(4 * hour), modified: unit.modified });
    // The note changes neither `modified` nor a field that an edit tests, so a further edit is accepted.
    expect((await scene.change(answered, 'effort', 3)).effort).toBe(3);
  });

  it('do not end the response on a note of the stakeholder', async () => {
    await target();
    const { mail } = await server.person('Operator');
    const unit = await scene.unit({ stakeHolderEmailAddress: mail.toUpperCase() });
    await server
      .as('Operator')
      .put('/v1/workunitnotes', { workUnitId: unit.workUnitId, detail: 'And now?', isExternalNote: true });
    expect((await read(unit)).dueTime).toBe(fromNow(hour));
  });

  it('apply the target of a changed severity and keep the elapsed time', async () => {
    await target();
    await target({ severityId: 'Sev0', responseMinutes: 10, resolutionMinutes: 90 });
    const unit = await scene.change(await scene.unit(), 'stateId', 'Acknowledged');
    server.clock.advance(hour);
    const graver = await scene.change(unit, 'severityId', 'Sev0');
    expect(graver.dueTime).toBe(fromNow(hour / 2));
    server.clock.advance(hour);
    await settle();
    expect(await events(unit)).toEqual(['WorkUnitEvent: OnServiceLevelBreach: Resolution (30 min late)']);
    const milder = await scene.change(await read(unit), 'severityId', 'Sev3');
    expect(milder.dueTime).toBe(fromNow(2 * hour));
    expect((await clocks(unit))[1]).toMatchObject({ outcome: null, targetMinutes: 240 });
    await scene.change(milder, 'stateId', 'Resolved');
    expect((await clocks(unit))[1]).toMatchObject({ outcome: 'Met' });
  });

  it('continue when a unit is reopened, without the time that it was resolved', async () => {
    await target();
    const unit = await scene.change(await scene.unit(), 'stateId', 'Acknowledged');
    server.clock.advance(hour);
    const resolved = await scene.change(unit, 'stateId', 'Resolved');
    server.clock.advance(24 * hour);
    const reopened = await scene.change(resolved, 'stateId', 'InProgress');
    expect(reopened.dueTime).toBe(fromNow(3 * hour));
    expect((await clocks(unit)).map(({ outcome }) => outcome)).toEqual(['Met', null]);
  });

  it('start for a unit without clocks when its severity changes or it is reopened', async () => {
    const unit = await scene.unit();
    const other = await scene.change(
      await scene.change(await scene.unit(), 'stateId', 'Acknowledged'),
      'stateId',
      'Closed',
    );
    await target();
    const acknowledged = await scene.change(unit, 'stateId', 'Acknowledged');
    expect(acknowledged.dueTime).toBeNull();
    expect((await scene.change(acknowledged, 'severityId', 'Sev1')).dueTime).toBe(fromNow(4 * hour));
    expect((await scene.change(other, 'stateId', 'InProgress')).dueTime).toBe(fromNow(4 * hour));
    expect(await clocks(unit)).toMatchObject([{ kind: 'Resolution' }]);
  });

  it('end without an outcome when a unit is canceled', async () => {
    await target();
    const unit = await scene.unit();
    const canceled = await scene.change(unit, 'stateId', 'Canceled');
    expect(canceled.dueTime).toBeNull();
    expect((await clocks(unit)).map(({ outcome, ended }) => [outcome, ended])).toEqual([
      [null, fromNow(0)],
      [null, fromNow(0)],
    ]);
    server.clock.advance(10 * hour);
    await settle();
    expect(await events(unit)).toEqual([]);
  });

  it('run only in the hours of the calendar', async () => {
    const calendar = await administrator().put('/v1/businesscalendars', {
      name: 'Daily',
      timeZone: 'UTC',
      hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', until: '12:00' })),
    });
    await target({
      resolutionMinutes: 12 * 60,
      businessCalendarId: (calendar.body as { businessCalendarId: string }).businessCalendarId,
    });
    const unit = await scene.unit();
    const day = 24 * hour;
    const now = server.clock.now().getTime();
    const intoDay = now % day;
    // Twelve hours of business time end a day later from a moment within opening hours, otherwise at noon the next day.
    const due = intoDay < 12 * hour ? now + day : now - intoDay + day + 12 * hour;
    expect((await clocks(unit))[1]).toMatchObject({ calendar: 'Daily', due: new Date(due).toISOString() });
  });
});

describe('warnings and breaches', () => {
  it('are raised once and in order', async () => {
    await target({ resolutionMinutes: null });
    const unit = await scene.unit();
    server.clock.advance(45 * minute - 1);
    await settle();
    expect(await events(unit)).toEqual([]);
    server.clock.advance(1);
    await settle();
    expect(await events(unit)).toEqual(['WorkUnitEvent: OnServiceLevelWarning: Response, 75 % of the target']);
    server.clock.advance(15 * minute);
    await settle();
    await settle();
    expect((await events(unit)).slice(1)).toEqual(['WorkUnitEvent: OnServiceLevelBreach: Response']);
    expect(await clocks(unit)).toMatchObject([{ outcome: 'Breached', ended: null }]);
    expect((await read(unit)).dueTime).toBe(fromNow(0));
    await scene.change(await read(unit), 'stateId', 'Acknowledged');
    expect(await clocks(unit)).toMatchObject([{ outcome: 'Breached' }]);
    expect(await events(unit)).toHaveLength(2);
  });

  it('state how late they are, and the warning is skipped after a breach', async () => {
    await target({ resolutionMinutes: null });
    const unit = await scene.unit();
    server.clock.advance(3 * hour);
    await settle();
    expect(await events(unit)).toEqual(['WorkUnitEvent: OnServiceLevelBreach: Response (120 min late)']);
  });

  it('are raised for a target that passed before the change that ends its clock', async () => {
    await target({ resolutionMinutes: null });
    const unit = await scene.unit();
    server.clock.advance(61 * minute);
    await scene.change(unit, 'stateId', 'Acknowledged');
    expect(await clocks(unit)).toMatchObject([{ outcome: 'Breached' }]);
    await settle();
    expect(await events(unit)).toEqual(['WorkUnitEvent: OnServiceLevelBreach: Response (1 min late)']);
  });

  it('are postponed by a pause', async () => {
    await target();
    const unit = await scene.change(await scene.unit(), 'stateId', 'Acknowledged');
    server.clock.advance(2 * hour);
    const held = await scene.change(unit, 'stateId', 'OnHold');
    server.clock.advance(100 * hour);
    await settle();
    expect(await events(unit)).toEqual([]);
    await scene.change(held, 'stateId', 'InProgress');
    server.clock.advance(hour);
    await settle();
    expect(await events(unit)).toEqual(['WorkUnitEvent: OnServiceLevelWarning: Resolution, 75 % of the target']);
  });

  it('run the actions of the protocol once if there are several workers', async () => {
    await target({ resolutionMinutes: null });
    const protocolId = await scene.protocol();
    await scene.action(protocolId, builtInActions.sendEmail, 'OnServiceLevelBreach', {
      runAutomatically: true,
      parameters: { To: 'duty@example.com' },
    });
    const unit = await scene.unit({ protocolId });
    server.clock.advance(hour);
    const others = Array.from({ length: 3 }, () =>
      createTestWorker(server.services, 'service-levels', 'protocols', 'work-units'),
    );
    await Promise.all(
      others.map(async (each) => {
        while ((await each.runDue()) > 0);
      }),
    );
    await settle();
    expect(await events(unit)).toEqual(['WorkUnitEvent: OnServiceLevelBreach: Response']);
    expect((await scene.stream(unit)).filter((entry) => entry.includes('duty@example.com'))).toHaveLength(1);
  });

  it('wait while a change of the unit is being saved', async () => {
    await target({ resolutionMinutes: null });
    const unit = await scene.unit();
    server.clock.advance(hour);
    const saving = await server.database.hold(
      'select 1 from cfs.work_units where work_unit_id = $1 for update',
      [unit.workUnitId],
      'commit',
    );
    await settle();
    expect(await events(unit)).toEqual([]);
    await saving[Symbol.asyncDispose]();
    server.clock.advance(minute / 2);
    await settle();
    expect(await events(unit)).toEqual(['WorkUnitEvent: OnServiceLevelBreach: Response']);
  });
});

test('the list sorts and filters by the time left', async () => {
  await server.database.asOwner('update cfs.work_units set due_time = null, paused_time_left = null');
  await target();
  const none = await scene.unit({ title: 'Time left: none', workUnitTypeId: 4 });
  await server.database.asOwner('update cfs.work_units set due_time = null where work_unit_id = $1', [none.workUnitId]);
  const late = await scene.unit({ title: 'Time left: late' });
  const held = await scene.change(
    await scene.change(await scene.unit({ title: 'Time left: held' }), 'stateId', 'Acknowledged'),
    'stateId',
    'OnHold',
  );
  server.clock.advance(2 * hour);
  await scene.unit({ title: 'Time left: soon' });
  const titles = async (query: string) => {
    const answer = await server
      .as('Viewer')
      .get(
        `/v1/workunits?$select=title&$filter=${encodeURIComponent(`startswith(title,'Time left') and (${query})`)}&$orderby=dueOrder`,
      );
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { value: { title: string }[] }).value.map(({ title }) => title.slice(11));
  };
  expect(await titles('true')).toEqual(['late', 'soon', 'held', 'none']);
  expect(await titles('dueOrder lt now()')).toEqual(['late']);
  expect(await titles("dueOrder lt now() add duration'PT1H1M'")).toEqual(['late', 'soon']);
  expect(await titles('pausedTimeLeft ne null')).toEqual(['held']);
  expect(await titles('dueTime eq null and pausedTimeLeft eq null')).toEqual(['none']);
  expect([late.dueTime, held.dueTime]).toEqual([late.dueOrder, null]);
});

test('attainment counts outcomes by week, kind and severity', async () => {
  await target();
  const kept = await scene.change(await scene.unit(), 'stateId', 'Acknowledged');
  await scene.change(kept, 'stateId', 'Resolved');
  await scene.unit({ severityId: 'Sev1' });
  server.clock.advance(2 * hour);
  await settle();
  const attainment = async (query = '', role: 'Viewer' | 'Requester' = 'Viewer', tenant?: string) =>
    server.as(role, tenant).get(`/v1/servicelevels/attainment${query}`);
  const { value } = (await attainment()).body as { value: AttainmentRow[] };
  const week = value[0]?.week ?? '';
  expect(new Date(week).getUTCDay()).toBe(1);
  expect(value).toEqual([
    { week, kind: 'Response', severityId: 'Sev1', met: 0, breached: 1 },
    { week, kind: 'Response', severityId: 'Sev2', met: 1, breached: 0 },
    { week, kind: 'Resolution', severityId: 'Sev2', met: 1, breached: 0 },
  ]);
  expect((await attainment(`?tenantId=${server.tenants.own}`)).body).toEqual({ value });
  expect((await attainment('', 'Viewer', server.tenants.foreign)).body).toEqual({ value: [] });
  expect((await attainment('', 'Requester')).status).toBe(403);
  expect((await attainment('?weeks=54')).status).toBe(400);
  server.clock.advance(14 * 24 * hour);
  expect((await attainment('?weeks=1')).body).toEqual({ value: [] });
  expect((await attainment('?weeks=4')).body).toEqual({ value });
});

describe('business calendars', () => {
  const calendar = { name: 'Office', timeZone: 'Europe/Berlin', hours: [{ day: 1, from: '08:00', until: '17:00' }] };
  const create = async (fields: object = {}) =>
    administrator().put('/v1/businesscalendars', { ...calendar, ...fields });

  it('are read back with hours and holidays', async () => {
    const holidays = [
      { date: '2026-12-25', name: 'Christmas', isYearly: true },
      { date: '2026-05-01', name: 'Labour Day', isYearly: false },
    ];
    const made = await create({ holidays });
    expect(made.status).toBe(201);
    const { businessCalendarId: id, modified } = made.body as { businessCalendarId: string; modified: string };
    const one = await server.as('Viewer').get(`/v1/businesscalendars/${id}`);
    expect(one.body).toMatchObject({ ...calendar, isAlwaysOpen: false, holidays: holidays.toReversed() });
    const list = await server.as('Viewer').get(`/v1/businesscalendars?$filter=businessCalendarId eq ${id}`);
    expect(list.body).toMatchObject({ value: [{ name: 'Office', holidayCount: 2 }] });
    const address = `/v1/businesscalendars/${id}`;
    expect((await administrator().post(address, { name: 'Bureau', modified })).status).toBe(200);
    expect((await administrator().post(address, { name: 'Bureau', modified })).status).toBe(409);
    expect((await administrator().post(address, { hours: [] })).status).toBe(400);
    await target({ businessCalendarId: id });
    expect(await administrator().delete(address)).toMatchObject({
      status: 409,
      body: { detail: 'The calendar is in use by targets or open work units.' },
    });
    await server.database.asOwner('truncate cfs.service_level_targets');
    expect((await administrator().delete(address)).status).toBe(204);
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'Please choose a time zone.'],
    [{ timeZone: '+01:00' }, 'Please choose a time zone.'],
    [{ hours: [] }, 'Please enter opening hours.'],
    [{ hours: [{ day: 1, from: '17:00', until: '08:00' }] }, 'Opening hours must end after they begin.'],
    [
      {
        hours: [
          { day: 1, from: '12:00', until: '17:00' },
          { day: 1, from: '08:00', until: '12:30' },
        ],
      },
      'Opening hours of a day must not overlap.',
    ],
    [{ holidays: [{ date: '2026-02-30', name: '' }] }, 'Please enter the date of the holiday.'],
    [
      {
        holidays: [
          { date: '2026-02-28', name: '' },
          { date: '2026-02-28', name: '' },
        ],
      },
      'Each date may be listed only once.',
    ],
  ])('refuse %j', async (fields, message) => {
    const answer = await create(fields);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(message);
  });

  it('read the holidays of a file, and refuse one that is not iCalendar', async () => {
    const readFile = (file: string) => administrator().post('/v1/businesscalendars/readholidays', { file });
    const event = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20260501\r\nSUMMARY:Labour Day\r\nEND:VEVENT';
    expect((await readFile(`BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR`)).body).toMatchObject({ skipped: 0 });
    const refused = await readFile('no calendar');
    expect(refused).toMatchObject({ status: 400, body: { errors: { File: ['The file is not an iCalendar file.'] } } });
  });

  it('read one file of a tenant at a time, and two files in total', async () => {
    const event = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20260501\r\nEND:VEVENT';
    const body = { file: `BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR` };
    const read = (tenantId: string) =>
      server.as('Administrator', tenantId).post('/v1/businesscalendars/readholidays', body);
    const { own, foreign } = server.tenants;
    const answers = await Promise.all([read(own), read(own), read(foreign)]);
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 503]);
    expect(answers[2]?.status).toBe(200);
    expect((await read(own)).status).toBe(200);
  });
});
