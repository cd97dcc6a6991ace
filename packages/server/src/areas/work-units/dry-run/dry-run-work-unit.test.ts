import { builtInActions } from '@cfs/contracts/action-enumerations';
import { keyOfDryRun, type DryRunAction, type WorkUnitDryRun } from '@cfs/contracts/dry-run';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';
import { startHttpPeer, type HttpPeer } from '../../actions/testing/http-peer.ts';
import { readContents } from '../../actions/testing/read-contents.ts';
import { createProtocolScene, type ProtocolScene } from '../testing/protocol-scene.ts';

let server: TestServer;
let scene: ProtocolScene;
let http: HttpPeer;
let mail: MailPeer;
let address: string;

beforeAll(async () => {
  http = await startHttpPeer();
  mail = await startMailPeer();
  address = `http://127.0.0.1:${http.port}`;
  server = await startTestServer({ environment: { FEATURES: 'private-action-addresses', SMTP_URL: mail.url } });
  scene = createProtocolScene(server);
});
afterAll(async () => {
  await server.close();
  await Promise.all([http.close(), mail.close()]);
});
beforeEach(() => {
  http.calls.length = 0;
  mail.received.length = 0;
});

const automatic = { runAutomatically: true };

const dryRun = async (unit: WorkUnit, event: string): Promise<WorkUnitDryRun> => {
  const { status, body, text } = await server.as('Viewer').post(`/v1/workunits/${unit.workUnitId}/dryrun`, { event });
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body as WorkUnitDryRun;
};

const outline = ({ value }: WorkUnitDryRun) => value.map(({ name, outcome, reason }) => [name, outcome, reason]);

const effectOf = <Kind extends string>(action: DryRunAction | undefined, kind: Kind) => {
  if (action?.effect?.kind !== kind) throw new Error(`${action?.effect?.kind ?? 'nothing'} is not ${kind}`);
  return action.effect as Extract<typeof action.effect, { kind: Kind }>;
};

const addSecret = async (name: string, value: string): Promise<void> => {
  const { status, text } = await server
    .as('Administrator')
    .put(`/v1/tenants/${server.tenants.own}/secrets`, { name, value });
  if (status >= 300) throw new Error(text);
};

describe('a dry run of an event', () => {
  it('renders the call and the mail exactly as they are sent later', async () => {
    const protocolId = await scene.protocol();
    const definition = await scene.definition(`${address}/hook/{{WorkUnitId}}?title={{Title}}&note={{Note}}`, {
      httpMethod: 'PUT',
      headers: 'X-State: {{State}} {{Note}}\nX-Key: {{IdempotencyKey}}',
    });
    await scene.action(protocolId, definition, 'OnAcknowledged', {
      ...automatic,
      parameters: { Note: 'é "quoted" {{TenantName}}' },
    });
    await scene.action(protocolId, builtInActions.sendEmail, 'OnAcknowledged', {
      ...automatic,
      parameters: {
        To: 'ops@example.com; second@example.com',
        Subject: '{{Title}} is {{State}}',
        Body: 'See {{Title}}.',
      },
    });
    const unit = await scene.unit({ protocolId, title: 'Disk "C" & ü' });
    const foreseen = await dryRun(unit, 'OnAcknowledged');
    expect(outline(foreseen)).toEqual([
      ['Call', 'runs', null],
      ['Send Email', 'runs', null],
    ]);
    expect([http.calls, mail.received]).toEqual([[], []]);

    await scene.change(unit, 'stateId', 'Acknowledged');
    await scene.settle();
    const call = http.calls.find(({ path }) => path.startsWith('/hook/'));
    const key = String(call?.headers['idempotency-key']);
    const withKey = (text: string): string => text.replaceAll(keyOfDryRun, key);
    const { method, url, headers, body } = effectOf(foreseen.value[0], 'http');
    expect(call).toMatchObject({ method, body });
    expect(`${address}${call?.path}`).toBe(url);
    const received = Object.entries(headers).map(([name]) => [
      name,
      Buffer.from(String(call?.headers[name.toLowerCase()]), 'latin1').toString('utf8'),
    ]);
    expect(received).toEqual(Object.entries(headers).map(([name, value]) => [name, withKey(value)]));
    expect(headers).toMatchObject({ 'x-state': `Acknowledged é "quoted" ${await tenantName()}` });

    const sent = decodeMail(mail.received[0]);
    const { to, subject, text, staysInOutbox } = effectOf(foreseen.value[1], 'mail');
    expect({ to, subject, staysInOutbox }).toEqual({
      to: ['ops@example.com', 'second@example.com'],
      subject: 'Disk "C" & ü is Acknowledged',
      staysInOutbox: false,
    });
    expect(sent).toContain(`To: ${to.join(', ')}`);
    for (const line of text.split('\n').filter((each) => each.trim() !== '')) expect(sent).toContain(line.trim());
  });

  it('writes nothing, not even an audit record', async () => {
    const protocolId = await scene.protocol();
    await scene.action(protocolId, await scene.definition(`${address}/x`), 'OnNew', automatic);
    await scene.action(protocolId, builtInActions.sendEmail, 'OnNew', { ...automatic, parameters: { To: 'a@b.c' } });
    const unit = await scene.unit({ protocolId });
    await scene.settle();
    await dryRun(unit, 'OnNew');
    http.calls.length = 0;
    mail.received.length = 0;
    const before = await readContents(server);
    expect((await dryRun(unit, 'OnNew')).value).toHaveLength(2);
    expect(await scene.worker.runDue()).toBe(0);
    expect(await readContents(server)).toEqual(before);
    expect([http.calls, mail.received]).toEqual([[], []]);
  });

  it('lists automatic actions in their order, then those that wait for a person', async () => {
    const protocolId = await scene.protocol();
    const definition = await scene.definition(`${address}/x`);
    await scene.action(protocolId, definition, 'OnHold', { summary: 'Ask the pager', sequence: 0 });
    await scene.action(protocolId, definition, 'OnHold', { ...automatic, summary: 'Second', sequence: 2 });
    await scene.action(protocolId, definition, 'OnHold', { ...automatic, summary: 'First', sequence: 1 });
    await scene.action(protocolId, definition, 'OnNew', { ...automatic, summary: 'Another event' });
    expect(outline(await dryRun(await scene.unit({ protocolId }), 'OnHold'))).toEqual([
      ['First', 'runs', null],
      ['Second', 'runs', null],
      ['Ask the pager', 'waits', null],
    ]);
  });

  it('lists an action that is too long to be shown without its effect', async () => {
    const protocolId = await scene.protocol();
    const headers = Array.from({ length: 500 }, (_, index) => `X-${index}: {{Note}}`).join('\n');
    const definition = await scene.definition(`${address}/x`, { headers });
    for (const sequence of [0, 1])
      await scene.action(protocolId, definition, 'OnNew', {
        ...automatic,
        sequence,
        parameters: { Note: 'x'.repeat(5_000) },
      });
    const { value } = await dryRun(await scene.unit({ protocolId }), 'OnNew');
    expect(value).toMatchObject([
      { outcome: 'runs', effect: { kind: 'http' } },
      { outcome: 'runs', effect: null },
    ]);
  });

  it('is empty for a unit without a protocol', async () => {
    expect(await dryRun(await scene.unit(), 'OnNew')).toMatchObject({ protocolId: null, value: [] });
  });

  it('shows secrets as placeholders and hides literal credentials', async () => {
    await addSecret('pager', 'value-of-the-pager');
    const protocolId = await scene.protocol();
    const definition = await scene.definition(`${address}/x?key={{secret:pager}}`, {
      headers: 'Authorization: Bearer literal\nX-Api-Key: {{secret:pager}}',
      body: '{"key":"{{secret:pager}}"}',
    });
    await scene.action(protocolId, definition, 'OnNew', automatic);
    const unit = await scene.unit({ protocolId });
    const answer = await dryRun(unit, 'OnNew');
    const effect = effectOf(answer.value[0], 'http');
    expect(effect.url).toBe(`${address}/x?key={{secret:pager}}`);
    expect(effect.headers).toMatchObject({ authorization: '(hidden)', 'x-api-key': '{{secret:pager}}' });
    expect(effect.body).toBe('{"key":"{{secret:pager}}"}');
    expect(JSON.stringify(answer)).not.toContain('value-of-the-pager');
    await scene.settle();
    expect(http.calls.map(({ body }) => body)).toContain('{"key":"value-of-the-pager"}');
  });
});

describe('an action is suppressed', () => {
  const reasonFor = async (definitionId: string, parameters: object = {}): Promise<string | null | undefined> => {
    const protocolId = await scene.protocol();
    await scene.action(protocolId, definitionId, 'OnNew', { ...automatic, parameters });
    const [action] = (await dryRun(await scene.unit({ protocolId }), 'OnNew')).value;
    expect(action?.outcome).toBe('suppressed');
    return action?.reason;
  };

  it('if the mail has no recipient', async () => {
    await server.database.asOwner(
      `update cfs.tenants set internal_notification_email_address = null where tenant_id = $1`,
      [server.tenants.own],
    );
    expect(await reasonFor(builtInActions.sendEmail, { Body: 'x' })).toBe(
      'The tenant has no internal notification address.',
    );
  });

  it('but not while it waits for a person, who can correct the parameters', async () => {
    const protocolId = await scene.protocol();
    await scene.action(protocolId, await scene.definition(`${address}/{{Note}}/end`), 'OnNew', {
      parameters: { Note: '..' },
    });
    expect(outline(await dryRun(await scene.unit({ protocolId }), 'OnNew'))).toEqual([
      ['Call', 'waits', 'A value would change the path of the address.'],
    ]);
  });

  it('if a value would change the path of the address', async () => {
    const definition = await scene.definition(`${address}/{{Note}}/end`);
    expect(await reasonFor(definition, { Note: '..' })).toBe('A value would change the path of the address.');
  });

  it('if its secret was deleted', async () => {
    await addSecret('short-lived', 'anything-at-all');
    const definition = await scene.definition(`${address}/x`, { body: '{{secret:short-lived}}' });
    await server.database.asOwner(`delete from cfs.secrets where name = 'short-lived'`);
    expect(await reasonFor(definition)).toBe(
      'The tenant no longer has the secret "short-lived". Create it again, or change the action.',
    );
  });

  it('if the timer fires for a finished unit, or the protocol has no automatic action', async () => {
    const protocolId = await scene.protocol();
    const definition = await scene.definition(`${address}/x`);
    await scene.action(protocolId, definition, 'OnTimer', { summary: 'By hand' });
    const unit = await scene.unit({ protocolId });
    const unasked = 'The timer raises no event for a protocol without automatic actions.';
    expect(outline(await dryRun(unit, 'OnTimer'))).toEqual([['By hand', 'suppressed', unasked]]);
    await scene.action(protocolId, definition, 'OnTimer', { ...automatic, summary: 'Remind' });
    expect(outline(await dryRun(unit, 'OnTimer'))).toEqual([
      ['Remind', 'runs', null],
      ['By hand', 'suppressed', 'Manual actions of this event are not offered in any state.'],
    ]);
    await scene.change(unit, 'stateId', 'Canceled');
    const finished = 'The timer raises no event for a finished work unit.';
    expect(outline(await dryRun(unit, 'OnTimer'))).toEqual([
      ['Remind', 'suppressed', finished],
      ['By hand', 'suppressed', finished],
    ]);
  });
});

it('returns 400 for an unknown event, 404 for an unknown unit, and 403 to a requester', async () => {
  const unit = await scene.unit();
  const url = `/v1/workunits/${unit.workUnitId}/dryrun`;
  for (const body of [{}, { event: 'OnFire' }, { event: 99 }, [], { event: null }])
    expect((await server.as('Viewer').post(url, body)).status).toBe(400);
  expect((await server.as('Viewer').post('/v1/workunits/999999999/dryrun', { event: 'OnNew' })).status).toBe(404);
  expect((await server.as('Requester').post(url, { event: 'OnNew' })).status).toBe(403);
});

const tenantName = async (): Promise<string> => {
  const [row] = await server.database.asOwner<{ name: string }>(`select name from cfs.tenants where tenant_id = $1`, [
    server.tenants.own,
  ]);
  return row?.name ?? '';
};
