import { randomUUID } from 'node:crypto';
import type { Home } from '@cfs/contracts/home';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemTenantId } from '../../platform/context.ts';
import type { TestPerson } from '../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const cacheMilliseconds = 10_000;

/** Reads Home after its cache has expired. */
const read = async (role: 'Viewer' | 'Requester' = 'Viewer', query = ''): Promise<Home> => {
  server.clock.advance(cacheMilliseconds);
  const { status, text, body } = await server.as(role).get(`/v1/home${query}`);
  expect(status, text).toBe(200);
  return body as Home;
};

const count = async (set: string, filter: string): Promise<number> => {
  const { text, status } = await server.as('Viewer').get(`/v1/${set}/$count?$filter=${encodeURIComponent(filter)}`);
  expect(status, text).toBe(200);
  return Number(text);
};

const create = async (fields: Partial<WorkUnit> = {}): Promise<WorkUnit> => {
  const body = { workUnitId: -1, title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields };
  return (await server.as('Operator').put('/v1/workunits', body)).body as WorkUnit;
};

const move = async (unit: WorkUnit, ...states: readonly WorkUnit['stateId'][]): Promise<void> => {
  let from: WorkUnit['stateId'] = 'New';
  for (const to of states) {
    const patch = [
      { op: 'test', path: '/stateId', value: from },
      { op: 'replace', path: '/stateId', value: to },
    ];
    const answer = await server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, patch);
    expect(answer.status, answer.text).toBe(200);
    from = to;
  }
};

const addDevice = async (readingSecondsAgo?: number): Promise<void> => {
  const deviceId = randomUUID();
  const subscriptionId = randomUUID();
  const { own } = server.tenants;
  const now = server.clock.now();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, $3, now(), 'test', now(), 'test')`,
    [own, subscriptionId, subscriptionId],
  );
  await server.database.asOwner(
    `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, operating_system_id,
       device_logging_level_id, heartbeat_interval, enabled, restart_agent_flag, trace_minutes, is_deleted, created,
       created_by, modified, modified_by)
     values ($1, $2, $3, $4, 1, 1, 1, 60, true, false, 0, false, now(), 'test', now(), 'test')`,
    [own, deviceId, subscriptionId, deviceId],
  );
  if (readingSecondsAgo === undefined) return;
  const timestamp = new Date(now.getTime() - readingSecondsAgo * 1_000).toISOString();
  await server.database.asOwner(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at) values ($1, $2, $3, $3)`,
    [own, deviceId, timestamp],
  );
};

describe('Home', () => {
  test('counts open work by severity and state, consistent with the list', async () => {
    await create({ severityId: 'Sev0' });
    await create({ severityId: 'Sev0', workUnitTypeId: 4 });
    await move(await create({ severityId: 'Sev1' }), 'Acknowledged', 'OnHold');
    await move(await create({ severityId: 'Sev1' }), 'Acknowledged', 'Closed');
    const { workUnits } = await read();
    for (const { severityId, stateId, count: counted } of workUnits?.open ?? [])
      expect(counted).toBe(await count('workunits', `severityId eq '${severityId}' and stateId eq '${stateId}'`));
    expect(workUnits?.open).toContainEqual({ severityId: 'Sev0', stateId: 'New', count: 2 });
    expect(workUnits?.open.map(({ stateId }) => stateId)).not.toContain('Closed');
    expect(workUnits?.incidents[0]).toMatchObject({ severityId: 'Sev0' });
    expect(workUnits?.openIncidents).toBe(workUnits?.incidents.length);
    const open = workUnits?.open.reduce((sum, { count: counted }) => sum + counted, 0);
    const isOpen = "stateId in ('New','Acknowledged','InProgress','OnHold','Mitigated')";
    expect(open).toBe(await count('workunits', isOpen));
    expect(workUnits?.openIncidents).toBe(await count('workunits', `workUnitTypeId eq 1 and ${isOpen}`));
    expect(open).toBeGreaterThan(workUnits?.openIncidents ?? 0);
  });

  test('counts created and resolved units by day of the time zone, with the mean times', async () => {
    const unit = await create();
    server.clock.advance(60_000);
    await move(unit, 'Acknowledged');
    server.clock.advance(120_000);
    await server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, [
      { op: 'test', path: '/stateId', value: 'Acknowledged' },
      { op: 'replace', path: '/stateId', value: 'Resolved' },
    ]);
    const { workUnits } = await read('Viewer', '?timeZone=Australia/Lord_Howe');
    if (!workUnits) throw new Error('There are no figures.');
    expect(workUnits.days).toHaveLength(14);
    for (const { from, before, created, resolved } of workUnits.days) {
      expect(created).toBe(await count('workunits', `created ge ${from} and created lt ${before}`));
      expect(resolved).toBe(await count('workunits', `resolved ge ${from} and resolved lt ${before}`));
    }
    expect(workUnits.days.at(-1)?.created).toBeGreaterThan(0);
    expect(workUnits.resolved).toEqual({ count: 1, meanSeconds: 180 });
    expect(workUnits.serviceLevels).toEqual({
      response: { met: 0, breached: 0 },
      resolution: { met: 0, breached: 0 },
    });
    expect(workUnits.acknowledged.count).toBe(await count('workunits', `acknowledged ge ${workUnits.since}`));
  });

  test('counts devices by the age of their latest reading, consistent with the list', async () => {
    for (const age of [100, 100, 1_800, 7_200, 172_800, undefined]) await addDevice(age);
    const { devices } = await read();
    expect(devices?.ages.map(({ count: counted }) => counted)).toEqual([2, 1, 1, 1, 1]);
    expect(devices?.count).toBe(6);
    const [, second] = devices?.ages ?? [];
    const time = 'latestPacket/timestamp';
    expect(await count('devices', `${time} ge ${second?.from ?? ''} and ${time} lt ${second?.before ?? ''}`)).toBe(1);
    expect(devices?.outdatedPackages).toBe(await count('compliancereport', "versionStatus eq 'Outdated'"));
  });

  test('counts the controls of this week by set', async () => {
    const setId = randomUUID();
    const { own } = server.tenants;
    await server.database.asOwner(
      `insert into cfs.control_sets (tenant_id, control_set_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Access', now(), 'test', now(), 'test')`,
      [own, setId],
    );
    await server.database.asOwner(
      `insert into cfs.controls (tenant_id, control_id, control_set_id, position, name, title, is_retired, created, created_by, modified, modified_by)
       select $1, gen_random_uuid(), $2, place, 'C-' || place, 'Control', place = 4, now(), 'test', now(), 'test'
       from generate_series(1, 4) place`,
      [own, setId],
    );
    const before = await read();
    expect(before.compliance?.sets).toContainEqual({
      controlSetId: setId,
      name: 'Access',
      controls: 3,
      compliant: 0,
      otherwise: 0,
    });
    await server.database.asOwner(
      `insert into cfs.control_statuses (tenant_id, control_status_id, control_id, check_date, status, notes, created, created_by, modified, modified_by)
       select $1, gen_random_uuid(), control_id, $3, case position when 1 then 1 when 2 then 3 else 0 end, '', now(), 'test', now(), 'test'
       from cfs.controls where control_set_id = $2 and position < 4`,
      [own, setId, `${before.compliance?.week ?? ''}T00:00:00Z`],
    );
    const { compliance } = await read();
    expect(compliance?.sets.find(({ controlSetId }) => controlSetId === setId)).toMatchObject({
      controls: 3,
      compliant: 1,
      otherwise: 1,
    });
    expect((await server.as('Administrator').delete(`/v1/controlsets/${setId}`)).status).toBe(204);
    expect((await read()).compliance?.sets.map(({ controlSetId }) => controlSetId)).not.toContain(setId);
  });

  test('lists overdue communications, coloured blocks, open matches and rules out of service', async () => {
    const { own } = server.tenants;
    const [blockId, ruleId, subscriptionId] = [randomUUID(), randomUUID(), randomUUID()];
    await server.database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Plant', now(), 'test', now(), 'test')`,
      [own, subscriptionId],
    );
    await server.database.asOwner(
      `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Boiler', 1, now(), 'test', now(), 'test')`,
      [own, blockId, subscriptionId],
    );
    await server.database.asOwner(
      `insert into cfs.entity_colors (tenant_id, entity_id, color, modified, moment, position) values ($1, $2, 'FF3333', now(), now(), 1)`,
      [own, blockId],
    );
    await server.database.asOwner(
      `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value) values ($1, $2, $3, $3, '120')`,
      [own, blockId, server.clock.now()],
    );
    await server.database.asOwner(
      `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
         use_sliding_expiration, conditions, match_actions, expiration_actions, is_deleted, out_of_service_since,
         out_of_service_reason, created, created_by, modified, modified_by)
       values ($1, $2, true, 'Hot', 1, 300, '00:05:00', false, '[]', '[]', '[]', false, now(), 'It took too long.', now(),
         'test', now(), 'test')`,
      [own, ruleId],
    );
    await server.database.asOwner(
      `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match, last_match, expires, match_count, in_maintenance, completion_processed, modified)
       values ($1, gen_random_uuid(), $2, $3, 'Hot: Boiler', now(), now(), now(), now() + interval '1 day', 1, false, false, now())`,
      [own, ruleId, blockId],
    );
    await server.database.asOwner(
      `insert into cfs.work_unit_communications (tenant_id, work_unit_communication_id, title, service_manager, status,
         customer_assistance_required, next_update, created, created_by, modified, modified_by)
       values ($1, gen_random_uuid(), 'Mail is down', 'Ann', 1, false, $2, now(), 'test', now(), 'test')`,
      [own, new Date(server.clock.now().getTime() - 3_600_000)],
    );
    const home = await read();
    expect(home.communications).toEqual({ overdue: 1 });
    expect(home.blocks?.blocks).toEqual([
      { blockId, name: 'Boiler', blockTypeId: 1, entityColor: { color: 'FF3333' } },
    ]);
    expect(home.blocks?.readings).toMatchObject([{ entityId: blockId, value: '120' }]);
    expect(home.rules).toEqual({
      matches: 1,
      byRule: [{ ruleId, name: 'Hot', count: 1 }],
      outOfService: [{ ruleId, name: 'Hot', outOfServiceReason: 'It took too long.' }],
    });
  });

  test('counts nothing of a foreign tenant', async () => {
    const { readAt: _, ...before } = await read();
    const body = { workUnitId: -1, title: 'Foreign', severityId: 'Sev0', workUnitTypeId: 1 };
    const foreign = server.as('Operator', server.tenants.foreign);
    expect((await foreign.put('/v1/workunits', body)).status).toBe(201);
    const { readAt: __, ...after } = await read();
    expect(after).toEqual(before);
    expect(after.workUnits).not.toBeNull();
  });

  test('contains no figures of staff for a requester', async () => {
    const { readAt: _, ...parts } = await read('Requester');
    expect(Object.values(parts).filter((part) => part !== null)).toEqual([]);
  });

  test('returns cached figures, with a separate cache entry for callers with other grants', async () => {
    const { readAt } = await read();
    await create();
    const again = async (role: 'Viewer' | 'Requester') => (await server.as(role).get('/v1/home')).body as Home;
    expect((await again('Viewer')).readAt).toBe(readAt);
    expect((await again('Requester')).workUnits).toBeNull();
    expect((await read()).readAt).not.toBe(readAt);
  });

  test('uses separate cache entries for callers who differ only in their permission for packets', async () => {
    const { own, foreign } = server.tenants;
    const ruleId = randomUUID();
    await server.database.asOwner(
      `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
         use_sliding_expiration, conditions, match_actions, expiration_actions, is_deleted, created, created_by, modified, modified_by)
       values ($1, $2, true, 'Of all tenants', 1, 300, '00:05:00', false, '[]', '[]', '[]', false, now(), 'test', now(), 'test')`,
      [systemTenantId, ruleId],
    );
    await server.database.asOwner(
      `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match, last_match, expires, match_count, in_maintenance, completion_processed, modified)
       values ($1, gen_random_uuid(), $2, gen_random_uuid(), 'Foreign', now(), now(), now(), now() + interval '1 day', 1, false, false, now())`,
      [foreign, ruleId],
    );
    const everywhere = server.as('Administrator', 'all');
    const role = { name: 'Packets alone', permissions: ['Packets:view'], tenantId: null };
    expect((await everywhere.put('/v1/roles', role)).status).toBe(201);
    const [one, other] = [await server.colleague('one@example.com'), await server.colleague('other@example.com')];
    await everywhere.put('/v1/grants', { userId: one.userId, roleName: role.name, tenantId: foreign });
    const matchesOf = async (person: TestPerson): Promise<number | undefined> => {
      const token = await server.identity.sign({ sub: person.subject });
      const { body, text, status } = await server.withCredential(token).get('/v1/home', { 'x-tenant-id': own });
      expect(status, text).toBe(200);
      return (body as Home).rules?.byRule.find((each) => each.ruleId === ruleId)?.count;
    };
    expect(await matchesOf(one)).toBe(1);
    expect(await matchesOf(other)).toBeUndefined();
  });

  test.each(['Nowhere/City', 'x'.repeat(100), '%00'])('refuses the time zone %s', async (zone) => {
    expect((await server.as('Viewer').get(`/v1/home?timeZone=${zone}`)).status).toBe(400);
  });
});
