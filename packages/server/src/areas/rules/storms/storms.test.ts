import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import type { RuleInput } from '@cfs/contracts/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { action, historiesOf, settle } from '../testing/match-once.ts';
import { createRuleBench, type RuleBench } from '../testing/rule-bench.ts';

const minute = 60;
const { EnqueueSuccess, Success, Suppressed } = resultStatuses;
let server: TestServer;
let bench: RuleBench;
let subscriptionId: string;

beforeAll(async () => {
  server = await startTestServer();
  subscriptionId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Production', now(), 'test', now(), 'test')`,
    [server.tenants.own, subscriptionId],
  );
  await server.services.snapshot.refresh();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner(
    `truncate cfs.rules, cfs.rule_matches, cfs.rule_match_groups, cfs.rule_action_budgets, cfs.rule_work_units,
     cfs.work_timers, cfs.work_events, cfs.action_histories, cfs.outbox_messages, cfs.packets_latest cascade`,
  );
  await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
  bench = await createRuleBench(server);
});

const mail = action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: '{{Label}}' });
const incident = action(builtInActions.createWorkUnit, { SeverityId: '1' });
const color = action(builtInActions.setColor, { Color: 'Red' });

const addBlock = async (name: string): Promise<string> => {
  const blockId = randomUUID();
  const answer = await server.as('Operator').put('/v1/blocks', { blockId, subscriptionId, name, blockTypeId: 1 });
  expect(answer.status, answer.text).toBe(201);
  return blockId;
};

const addDevice = async (locationId: string): Promise<string> => {
  const deviceId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.devices (tenant_id, device_id, subscription_id, name, device_type_id, location_id,
       operating_system_id, device_logging_level_id, heartbeat_interval, enabled, created, created_by, modified, modified_by)
     values ($1, $2, $3, 'Pump', 1, $4, 1, 1, 60, true, now(), 'test', now(), 'test')`,
    [server.tenants.own, deviceId, subscriptionId, locationId],
  );
  return deviceId;
};

const mails = () =>
  server.database.asOwner<{ subject: string; body: string; recipient: string }>(
    'select * from cfs.outbox_messages order by created, subject',
  );
const units = () => server.database.asOwner<{ work_unit_id: number; title: string }>('select * from cfs.work_units');
const relationsOf = async (workUnitId: number) =>
  server.database.asOwner('select * from cfs.work_unit_relations where work_unit_id = $1', [workUnitId]);
const statusesOf = async (entityId: string) =>
  (await historiesOf(server, entityId)).map((entry) => entry.result_status_id);

describe('matches of one group', () => {
  const grouped = (rule: Partial<RuleInput> = {}) =>
    bench.addRule({ name: 'Hot', groupBy: 'Subscription', matchActions: [incident, mail], ...rule });
  const before = () => units().then((rows) => new Set(rows.map((row) => row.work_unit_id)));
  const unitsSince = async (known: ReadonlySet<number>) =>
    (await units()).filter((row) => !known.has(row.work_unit_id));

  it('share one work unit and one mail within the window', async () => {
    const known = await before();
    await grouped();
    const [one, two, three] = [await addBlock('One'), await addBlock('Two'), await addBlock('Three')];
    await bench.send(one, [0, 95]);
    await bench.send(two, [0, 96]);
    await bench.settle();
    bench.at(9 * minute);
    await bench.send(three, [9 * minute, 97]);
    await bench.settle();
    const made = await unitsSince(known);
    expect(made).toMatchObject([{ title: 'Hot: One' }]);
    expect(await relationsOf(made[0]?.work_unit_id ?? 0)).toHaveLength(3);
    expect(await mails()).toMatchObject([{ subject: 'Hot: One' }]);
    expect(await statusesOf(three)).toEqual([Suppressed, EnqueueSuccess, Success]);
    const [history] = (await historiesOf(server, three)).filter((entry) => entry.result_status_id === Suppressed);
    expect(history?.result_detail).toBe('Only one mail is sent for the group: that of "Hot: One".');
  });

  it('of one commit share them as well, and colour their own blocks', async () => {
    const known = await before();
    await grouped({ matchActions: [incident, mail, color] });
    const blocks = await Promise.all(['A', 'B', 'C'].map((name) => addBlock(name)));
    const sender = server.withCredential(await server.tenantToken(['packets']));
    const timestamp = new Date(bench.start).toISOString();
    await sender.post(
      '/v1/packets',
      blocks.map((entityId) => ({ entityId, timestamp, message: { Value: 95 } })),
    );
    await bench.settle();
    expect(await unitsSince(known)).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    const colored = await server.database.asOwner(
      'select * from cfs.entity_colors where entity_id = any ($1::uuid[])',
      [blocks],
    );
    expect(colored).toHaveLength(3);
  });

  it('begin another group after the window has passed', async () => {
    await grouped({ groupWindow: '00:06:00', matchActions: [mail] });
    const [one, two] = [await addBlock('One'), await addBlock('Two')];
    await bench.send(one, [0, 95]);
    bench.at(6 * minute);
    await bench.send(two, [6 * minute, 95]);
    await bench.settle();
    expect(await mails()).toMatchObject([{ subject: 'Hot: One' }, { subject: 'Hot: Two' }]);
  });

  it('send the mail of their end once, when the last of them ends', async () => {
    await grouped({ matchActions: [mail], expirationActions: [mail], useSlidingExpiration: true });
    const [one, two] = [await addBlock('One'), await addBlock('Two')];
    await bench.send(one, [0, 95]);
    await bench.send(two, [0, 95], [4 * minute, 95]);
    bench.at(5 * minute);
    await bench.settle();
    expect(await mails()).toHaveLength(1);
    expect(await statusesOf(one)).toEqual([EnqueueSuccess, Suppressed, Success]);
    bench.at(9 * minute);
    await bench.settle();
    expect(await mails()).toMatchObject([{ subject: 'Hot: One' }, { subject: 'Hot: Two' }]);
  });

  it('send the mail of their end once when they ended while the rule was silenced', async () => {
    const ruleId = await grouped({ matchActions: [mail], expirationActions: [mail] });
    const blocks = await Promise.all(['A', 'B', 'C'].map((name) => addBlock(name)));
    await bench.sendAll(blocks.map((block) => [block, [0, 95]] as const));
    await bench.settle();
    const until = new Date(bench.start + 20 * minute * 1_000).toISOString();
    await server.as('Administrator').put('/v1/silences', { ruleId, until, reason: 'Works' });
    bench.at(5 * minute);
    await bench.settle();
    expect(await mails()).toHaveLength(1);
    bench.at(20 * minute);
    const workers = [0, 1].map(() => createTestWorker(server.services, 'rules', 'actions'));
    await Promise.all(workers.map((worker) => settle(worker)));
    const [, end, ...others] = await mails();
    expect(others).toEqual([]);
    const histories = (await Promise.all(blocks.map((block) => historiesOf(server, block)))).flat();
    const details = histories.map((entry) => entry.result_detail);
    expect(
      details.filter(
        (detail) => detail === `Only one mail is sent for the end of the group: that of "${end?.subject}".`,
      ),
    ).toHaveLength(2);
  });

  it('send the mail of their end once when one commit ends them, and again for the next group', async () => {
    await grouped({ groupWindow: '00:01:00', matchActions: [], expirationActions: [mail] });
    const blocks = await Promise.all(['A', 'B', 'C'].map((name) => addBlock(name)));
    for (const at of [0, 5 * minute + 1, 10 * minute + 2]) {
      bench.at(at);
      await bench.sendAll(blocks.map((block) => [block, [at, 95]] as const));
    }
    await bench.settle();
    expect(await mails()).toHaveLength(2);
  });

  it('send no further mail of their end when a match joins after it', async () => {
    await grouped({ matchActions: [mail], expirationActions: [mail] });
    const [one, two] = [await addBlock('One'), await addBlock('Two')];
    await bench.send(one, [0, 95]);
    bench.at(6 * minute);
    await bench.settle();
    await bench.send(two, [6 * minute, 95]);
    bench.at(11 * minute);
    await bench.settle();
    expect(await mails()).toMatchObject([{ subject: 'Hot: One' }, { subject: 'Hot: One' }]);
  });

  it('are the matches of the devices of one location', async () => {
    const known = await before();
    await grouped({ groupBy: 'Location' });
    const [here, there] = [randomUUID(), randomUUID()];
    const devices = [await addDevice(here), await addDevice(here), await addDevice(there)];
    for (const device of devices) await bench.send(device, [0, 95]);
    await bench.send(bench.newEntity(), [0, 95]);
    await bench.settle();
    expect(await unitsSince(known)).toHaveLength(3);
    expect(await mails()).toHaveLength(3);
  });

  it('are the matches of entities that send through the devices of one location', async () => {
    const known = await before();
    await grouped({ groupBy: 'Location' });
    const here = randomUUID();
    const devices = [await addDevice(here), await addDevice(here)];
    const operations = devices.map(() => bench.newEntity());
    for (const [index, operation] of operations.entries()) {
      const deviceId = devices[index] ?? '';
      await server
        .as('Operator')
        .put('/v1/blocks', { blockId: deviceId, subscriptionId, name: 'Pump', blockTypeId: 1 });
      await server.database.asOwner('update cfs.blocks set block_type_id = 8 where block_id = $1', [deviceId]);
      await bench.send(operation, [0, 1]);
      await server.database.asOwner('update cfs.packets_latest set device_id = $2 where entity_id = $1', [
        operation,
        deviceId,
      ]);
    }
    for (const operation of operations) await bench.send(operation, [1, 95]);
    await bench.settle();
    expect(await unitsSince(known)).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  it('share one work unit and one mail when they begin on two nodes at the same time', async () => {
    const known = await before();
    await grouped();
    const blocks = await Promise.all(Array.from({ length: 6 }, (_, index) => addBlock(`Block ${index}`)));
    await Promise.all(blocks.map((block) => bench.send(block, [0, 95])));
    const workers = [0, 1].map(() => createTestWorker(server.services, 'rules', 'actions', 'work-units'));
    await Promise.all(workers.map((worker) => settle(worker)));
    expect(await unitsSince(known)).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  it('begin with the first match whose actions are not silenced', async () => {
    await grouped({ matchActions: [mail] });
    const [one, two] = [await addBlock('One'), await addBlock('Two')];
    const until = new Date(bench.start + 3_600_000).toISOString();
    await server.as('Administrator').put('/v1/silences', { entityId: one, until, reason: 'Works' });
    await bench.send(one, [0, 95]);
    await bench.send(two, [0, 95]);
    await bench.settle();
    expect(await mails()).toMatchObject([{ subject: 'Hot: Two' }]);
  });
});

describe('a limit of actions', () => {
  const limited = (rule: Partial<RuleInput> = {}) =>
    bench.addRule({ name: 'Hot', actionLimitPerHour: 2, matchActions: [mail], ...rule });
  const digests = async () => (await mails()).filter(({ subject }) => subject.startsWith('Digest'));

  it('holds back actions beyond it, and reports them in one digest at the end of the hour', async () => {
    await limited();
    const blocks: string[] = [];
    for (const name of ['A', 'B', 'C', 'D']) blocks.push(await addBlock(name));
    for (const block of blocks) await bench.send(block, [0, 95]);
    await bench.settle();
    expect(await mails()).toMatchObject([{ subject: 'Hot: A' }, { subject: 'Hot: B' }]);
    expect(await statusesOf(blocks[2] ?? '')).toEqual([Suppressed]);
    const [held] = await historiesOf(server, blocks[3] ?? '');
    const hourEnds = new Date(bench.start + 3_600_000).toISOString();
    expect(held?.result_detail).toBe(
      `The rule has reached its limit of 2 actions per hour. A digest follows at ${hourEnds}.`,
    );
    bench.at(59 * minute);
    await bench.settle();
    expect(await digests()).toEqual([]);
    bench.at(60 * minute);
    const workers = [0, 1].map(() => createTestWorker(server.services, 'rules', 'actions'));
    await Promise.all(workers.map((worker) => settle(worker)));
    const [digest, ...others] = await digests();
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ subject: 'Digest: Hot', recipient: 'ops@example.com' });
    expect(digest?.body).toContain('2 further actions');
    expect(digest?.body).toMatch(/Hot: C[^]*Hot: D/);
    expect(digest?.body).not.toContain('Hot: A');
  });

  it('starts again with the next hour', async () => {
    await limited({ actionLimitPerHour: 1 });
    const [one, two, three] = [await addBlock('A'), await addBlock('B'), await addBlock('C')];
    await bench.send(one, [0, 95]);
    await bench.send(two, [0, 95]);
    bench.at(60 * minute);
    await bench.send(three, [60 * minute, 95]);
    await bench.settle();
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual(['Digest: Hot', 'Hot: A', 'Hot: C']);
  });

  it('does not count colours, and runs the first actions of a match in order', async () => {
    await limited({ actionLimitPerHour: 1, matchActions: [mail, incident, color] });
    const block = await addBlock('A');
    await bench.send(block, [0, 95]);
    await bench.settle();
    expect(await statusesOf(block)).toEqual([Suppressed, EnqueueSuccess, EnqueueSuccess, Success, Success]);
    expect(await mails()).toEqual([]);
  });

  it('sends no digest about acknowledged matches or for a disabled rule', async () => {
    const rules = [await limited({ actionLimitPerHour: 1 }), await limited({ actionLimitPerHour: 1 })];
    const [one, two] = [await addBlock('A'), await addBlock('B')];
    await bench.send(one, [0, 95]);
    await bench.send(two, [0, 95]);
    const matches = await server.database.asOwner<{ rule_match_id: string }>(
      'select * from cfs.rule_matches where rule_id = $1',
      [rules[0]],
    );
    for (const { rule_match_id } of matches)
      await server.as('Administrator').post(`/v1/rulematches/${rule_match_id}/acknowledge`, {});
    await server.as('Administrator').post(`/v1/rules/toggledisabled/${rules[1]}`, {});
    bench.at(60 * minute);
    await bench.settle();
    expect(await digests()).toEqual([]);
  });

  it('reports each match of a group, and leaves its mail to the next match within the limit', async () => {
    await limited({ actionLimitPerHour: 1, groupBy: 'Subscription', groupWindow: '00:30:00' });
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = await Promise.all(names.map((name) => addBlock(name)));
    await bench.send(a, [0, 95]);
    bench.at(40 * minute);
    await bench.send(b, [40 * minute, 95]);
    await bench.send(c, [40 * minute, 95]);
    await bench.settle();
    expect(await mails()).toMatchObject([{ subject: 'Hot: A' }]);
    bench.at(61 * minute);
    await bench.settle();
    const [digest] = await digests();
    expect(digest?.body).toContain('2 further actions');
    expect(digest?.body).toMatch(/Hot: B[^]*Hot: C/);
    const sender = server.withCredential(await server.tenantToken(['packets']));
    const timestamp = new Date(bench.start + 61 * minute * 1_000).toISOString();
    const packets = [d, e].map((entityId) => ({ entityId, timestamp, message: { Value: 95 } }));
    await sender.post('/v1/packets', packets);
    bench.at(62 * minute);
    await bench.send(f, [62 * minute, 95]);
    await bench.settle();
    const sent = (await mails()).filter(({ subject }) => /: [BCDEF]$/.test(subject));
    expect(sent).toHaveLength(1);
    const reasons = (await Promise.all([d, e, f].map((entityId) => historiesOf(server, entityId))))
      .flat()
      .filter((entry) => entry.result_status_id === Suppressed)
      .map((entry) => entry.result_detail);
    expect(reasons).toEqual(Array(2).fill(`Only one mail is sent for the group: that of "${sent[0]?.subject}".`));
    bench.at(125 * minute);
    await bench.settle();
    expect(await digests()).toHaveLength(1);
  });

  it('sends its digest to the notification address of the tenant if the rule sends no mail', async () => {
    await server.database.asOwner(
      'update cfs.tenants set internal_notification_email_address = $2 where tenant_id = $1',
      [server.tenants.own, 'desk@example.com'],
    );
    await limited({ actionLimitPerHour: 1, matchActions: [incident] });
    await bench.send(await addBlock('A'), [0, 95]);
    await bench.send(await addBlock('B'), [0, 95]);
    bench.at(60 * minute);
    await bench.settle();
    expect(await digests()).toMatchObject([{ recipient: 'desk@example.com' }]);
  });
});

describe('a dry run', () => {
  const dryRun = async (entityId: string, occasion: string) => {
    const [match] = await server.database.asOwner<{ rule_match_id: string }>(
      'select * from cfs.rule_matches where subject_id = $1',
      [entityId],
    );
    const answer = await server.as('Viewer').post(`/v1/rulematches/${match?.rule_match_id}/dryrun`, { occasion });
    return (answer.body as { value: { outcome: string; reason: string | null }[] }).value;
  };

  it('shows what a group and a limit suppress', async () => {
    await bench.addRule({
      name: 'Hot',
      groupBy: 'Subscription',
      actionLimitPerHour: 2,
      matchActions: [incident, mail],
      expirationActions: [mail],
    });
    const [one, two] = [await addBlock('One'), await addBlock('Two')];
    await bench.send(one, [0, 95]);
    expect(await dryRun(one, 'Began')).toMatchObject([
      { outcome: 'suppressed', reason: expect.stringContaining('2 actions per hour') as string },
      { outcome: 'suppressed', reason: expect.stringContaining('2 actions per hour') as string },
    ]);
    await server.database.asOwner('update cfs.rule_action_budgets set used = 0');
    await bench.send(two, [0, 95]);
    expect(await dryRun(two, 'Began')).toMatchObject([
      { outcome: 'runs' },
      { outcome: 'suppressed', reason: 'Only one mail is sent for the group: that of "Hot: One".' },
    ]);
    expect(await dryRun(two, 'Ended')).toMatchObject([
      { outcome: 'suppressed', reason: 'Other matches of its group are open.' },
    ]);
  });

  it('shows that the group of a match has ended before', async () => {
    await bench.addRule({ name: 'Hot', groupBy: 'Subscription', matchActions: [mail], expirationActions: [mail] });
    const [one, two] = [await addBlock('One'), await addBlock('Two')];
    await bench.send(one, [0, 95]);
    bench.at(5 * minute);
    await bench.settle();
    await bench.send(two, [5 * minute, 95]);
    expect(await dryRun(two, 'Ended')).toMatchObject([
      { outcome: 'suppressed', reason: 'Only one mail is sent for the end of the group: that of "Hot: One".' },
    ]);
  });

  it('runs the end of a match separately once its rule no longer groups', async () => {
    const rule = { groupBy: 'Subscription', matchActions: [mail], expirationActions: [mail] } as const;
    const ruleId = await bench.addRule({ name: 'Hot', ...rule });
    const [one, two] = [await addBlock('One'), await addBlock('Two')];
    await bench.send(one, [0, 95]);
    await bench.send(two, [0, 95]);
    await server.database.asOwner('update cfs.rules set group_by = null where rule_id = $1', [ruleId]);
    expect(await dryRun(two, 'Ended')).toMatchObject([{ outcome: 'runs' }]);
  });
});
