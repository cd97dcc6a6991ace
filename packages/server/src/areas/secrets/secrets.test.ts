import { builtInActions } from '@cfs/contracts/action-enumerations';
import { maxSecretsPerTenant, type RevealedSecret, type Secret } from '@cfs/contracts/secrets';
import { roleNames } from '@cfs/contracts/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { systemContext, systemTenantId } from '../../platform/context.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { revealSecret } from './reveal-secret.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.database.asOwner('delete from cfs.secrets'));

const value = 'Tr0ub4dor&3 "quoted" ünïcode';
const administrator = () => server.as('Administrator');
const set = (tenantId = server.tenants.own): string => `/v1/tenants/${tenantId}/secrets`;
const write = async (body: object, as = administrator()) => {
  const answer = await as.put(set(), body);
  return { ...answer, body: answer.body as Secret & { readonly detail: string; readonly errors: object } };
};
const list = async (): Promise<Secret[]> => (await administrator().get(set())).body as Secret[];
const reveal = (id: string, as = administrator()) => as.get(`${set()}/${id}/versions/latest`);
const valueOf = async (id: string): Promise<string> => ((await reveal(id)).body as RevealedSecret).value;

describe('secrets of a tenant', () => {
  it('are created, listed by name without values, revealed, replaced and deleted', async () => {
    const created = await write({ name: 'pager-token', value });
    expect(created.status).toBe(201);
    expect(Object.keys(created.body).toSorted()).toEqual(['id', 'modified', 'modifiedBy', 'name']);
    await write({ name: 'Api.Key_2', value: 'another' });
    const listed = await administrator().get(set());
    expect((listed.body as Secret[]).map(({ name }) => name)).toEqual(['Api.Key_2', 'pager-token']);
    expect(listed.text).not.toContain('Tr0ub4dor');

    const { id } = created.body;
    const revealed = await reveal(id);
    expect(revealed.body).toEqual({ id, name: 'pager-token', value });
    expect(revealed.headers['cache-control']).toBe('no-store');
    const replaced = await write({ name: 'pager-token', value: 'new value' });
    expect(replaced).toMatchObject({ status: 201, body: { id } });
    expect(replaced.body.modified > created.body.modified).toBe(true);
    expect(await valueOf(id)).toBe('new value');
    expect((await administrator().delete(`${set()}/${id}`)).status).toBe(204);
    expect((await reveal(id)).status).toBe(404);
    expect((await administrator().delete(`${set()}/${id}`)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it.each(roleNames.map((role) => [role, role === 'Administrator'] as const))(
    'are open to %s: %s',
    async (role, mayEdit) => {
      const { id } = (await write({ name: 'pager-token', value })).body;
      const as = server.as(role);
      expect((await as.get(set())).status).toBe(mayEdit ? 200 : 403);
      expect((await reveal(id, as)).status).toBe(mayEdit ? 200 : 403);
      expect((await write({ name: 'other', value }, as)).status).toBe(mayEdit ? 201 : 403);
      expect((await as.delete(`${set()}/${id}`)).status).toBe(mayEdit ? 204 : 403);
    },
  );

  it('belong to one tenant: another tenant can use the same name, but not the ids or keys', async () => {
    const { id } = (await write({ name: 'pager-token', value })).body;
    const { foreign } = server.tenants;
    const stranger = server.as('Administrator', foreign);
    expect((await stranger.put(set(foreign), { name: 'pager-token', value: 'theirs' })).status).toBe(201);
    expect(await valueOf(id)).toBe(value);
    for (const tenantId of [server.tenants.own, foreign])
      expect((await stranger.get(`${set(tenantId)}/${id}/versions/latest`)).status).toBe(404);
    await server.database.asOwner(
      `update cfs.secrets own set sealed_value = theirs.sealed_value
       from cfs.secrets theirs where own.tenant_id = $1 and theirs.tenant_id = $2`,
      [server.tenants.own, foreign],
    );
    expect((await reveal(id)).status).toBe(500);
    expect(server.takeServerErrors().join()).toContain('was changed in the database');
  });

  it('do not exist in the System tenant', async () => {
    const as = server.as('Administrator', 'all');
    expect((await as.get(set(systemTenantId))).status).toBe(404);
    expect((await as.put(set(systemTenantId), { name: 'shared', value })).status).toBe(404);
  });

  it.each<[string, object, RegExp]>([
    ['a missing name', { value }, /Please enter a name\./],
    ['a blank name', { name: '  ', value }, /Please enter a name\./],
    ['a name with a space', { name: 'a b', value }, /Please use letters, digits, dots, hyphens and underscores only\./],
    ['a name with braces', { name: 'a}}', value }, /Please use letters/],
    ['a name in another script', { name: 'ключ', value }, /Please use letters/],
    ['a path as name', { name: '../x', value }, /Please use letters/],
    ['a name that is too long', { name: 'x'.repeat(101), value }, /Must be at most 100 characters\./],
    ['a missing value', { name: 'x' }, /Please enter a value\./],
    ['an empty value', { name: 'x', value: '' }, /Please enter a value\./],
    ['a number as value', { name: 'x', value: 12_345 }, /Please enter a value\./],
    ['a value that is too short', { name: 'x', value: 'abc' }, /Must be at least 4 characters\./],
    ['a value that is too long', { name: 'x', value: 'x'.repeat(16_385) }, /Must be at most 16384 characters\./],
    ['a NUL character', { name: 'x', value: 'abc\0def' }, /a text with a NUL character/],
    ['a lone surrogate', { name: 'x', value: 'abc\ud800def' }, /an unpaired surrogate/],
    ['an unknown member', { name: 'x', value, tenantId: 'y' }, /Unrecognized key/],
  ])('are refused with 400 for %s', async (_, body, message) => {
    const { status, text } = await write(body);
    expect(status).toBe(400);
    expect(text).toMatch(message);
    expect(text).not.toContain('Tr0ub4dor');
  });

  it('allow the longest name and value, and any text within a value', async () => {
    const longest = '\u0001'.repeat(16_384);
    for (const [name, text] of [
      ['x'.repeat(100), longest],
      ['__proto__', '{{secret:other}}\r\n\t'],
    ] as const) {
      const created = await write({ name, value: text });
      expect(created.status).toBe(201);
      expect(await valueOf(created.body.id)).toBe(text);
    }
  });

  it(`are at most ${maxSecretsPerTenant}, however many are created at once`, async () => {
    const { id } = (await write({ name: 'first', value })).body;
    await server.database.asOwner(
      `insert into cfs.secrets select tenant_id, gen_random_uuid(), 'more-' || n, sealed_value, key_version, created,
         created_by, modified, modified_by from cfs.secrets, generate_series(3, $1) n where secret_id = $2`,
      [maxSecretsPerTenant, id],
    );
    const statuses = await Promise.all(['a', 'b', 'c'].map(async (name) => (await write({ name, value })).status));
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
    expect((await write({ name: 'first', value: 'replaced' })).status).toBe(201);
  });

  it('are replaced by only one of two concurrent writers of the same version', async () => {
    const { modified } = (await write({ name: 'pager-token', value })).body;
    const answers = await Promise.all(
      ['from one', 'from the other'].map(async (text) => ({
        text,
        status: (await write({ name: 'pager-token', value: text, modified })).status,
      })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [secret] = await list();
    expect(await valueOf(secret?.id ?? '')).toBe(answers.find(({ status }) => status === 201)?.text);
  });

  it('are created once by concurrent writers of the same name', async () => {
    const body = { name: 'pager-token', value, modified: null };
    const statuses = (await Promise.all([write(body), write(body)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
    expect((await write(body)).body.detail).toBe('A secret "pager-token" already exists.');
    const [secret] = await list();
    await administrator().delete(`${set()}/${secret?.id}`);
    expect(await write({ ...body, modified: secret?.modified })).toMatchObject({
      status: 409,
      body: { detail: 'The secret was deleted since it was opened.' },
    });
  });

  it('are revealed only if that can be recorded in the audit, which records each reveal', async () => {
    const { id } = (await write({ name: 'pager-token', value })).body;
    await reveal(id);
    const records = await server.database.asOwner(
      `select entity, route, before, after, actor_name from cfs.audit_records where entity_id = $1 order by recorded, entity`,
      [id],
    );
    expect(records).toMatchObject([
      { entity: 'Secret', before: null, after: { name: 'pager-token' } },
      {
        entity: 'SecretReveal',
        route: 'GET /v1/tenants/:tenantId/secrets/:secretId/versions/latest',
        after: { name: 'pager-token' },
        actor_name: (await server.person('Administrator')).mail,
      },
    ]);
    await server.database.asOwner('alter table cfs.audit_records add constraint full_disk check (false) not valid');
    const refused = await reveal(id);
    await server.database.asOwner('alter table cfs.audit_records drop constraint full_disk');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).not.toContain('Tr0ub4dor');
  });

  it('are unreadable with another master key, and the cause of the error names the keys', async () => {
    const { id } = (await write({ name: 'pager-token', value })).body;
    const context = systemContext({ name: 'test', clock: server.clock, tenantId: server.tenants.own });
    const keys = createDerivedKeys(new Uint8Array(32).fill(9));
    const revealing = revealSecret({ gate: server.services.gate, keys }, context, server.tenants.own, id);
    await expect(revealing).rejects.toMatchObject({
      status: 500,
      detail: 'The server cannot decrypt the secrets of this tenant. Its log says which key is missing.',
      cause: { message: expect.stringContaining(`and this server has ${keys.keyId}. Restore that master key`) },
    });
  });
});

describe('a secret in use', () => {
  const action = (fields: object = {}) => ({
    name: 'Page somebody',
    actionDefinitionTypeId: 4,
    inputParameters: 'Who',
    endpointUrl: 'https://pager.example.com/{{Who}}',
    ...fields,
  });
  const rule = (actionDefinitionId: string, parameters: object) => ({
    name: 'Disk is full',
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
    matchActions: [{ ActionDefinitionId: actionDefinitionId, Parameters: parameters }],
  });
  const made = async (address: string, body: object, as = administrator()): Promise<Record<string, string>> => {
    const answer = await as.put(address, body);
    expect(answer.text, answer.text).not.toContain('"errors"');
    return answer.body as Record<string, string>;
  };
  const deletion = async (id: string) => {
    const { status, body } = await administrator().delete(`${set()}/${id}`);
    return { status, detail: (body as { detail?: string } | undefined)?.detail };
  };
  beforeEach(async () => {
    await server.database.asOwner('delete from cfs.rules');
    await server.database.asOwner('delete from cfs.protocols');
    await server.database.asOwner(`delete from cfs.action_definitions where endpoint_url is not null`);
  });

  it.each<[string, object]>([
    ['address', { endpointUrl: 'https://example.com/?key={{secret:pager.token}}' }],
    ['headers', { headers: 'Authorization: Bearer {{ secret:pager.token }}' }],
    ['body', { body: '{"key":"{{secret:pager.token}}"}' }],
  ])('by the %s of an action cannot be deleted', async (_, fields) => {
    const { id } = (await write({ name: 'pager.token', value })).body;
    const like = (await write({ name: 'pager-token', value })).body;
    const { actionDefinitionId } = await made('/v1/actionDefinitions', action(fields));
    expect(await deletion(id)).toEqual({ status: 409, detail: 'The secret is used by the action "Page somebody".' });
    expect((await deletion(like.id)).status).toBe(204);
    await administrator().delete(`/v1/actionDefinitions/${actionDefinitionId}`);
    expect((await deletion(id)).status).toBe(204);
  });

  it('by parameters of protocols and rules, or a shared action, cannot be deleted', async () => {
    const { id } = (await write({ name: 'pager-token', value })).body;
    const { actionDefinitionId = '' } = await made('/v1/actionDefinitions', action());
    const parameters = { Who: '{{\tsecret:pager-token }}' };
    const { protocolId } = await made('/v1/protocols', { name: 'Major incident' });
    const event = { protocolId, actionDefinitionId, workUnitEventTypeId: 'OnNew' };
    await made('/v1/protocolActions', { ...event, parameters });
    await made('/v1/rules', rule(actionDefinitionId, parameters));
    const shared = action({ name: 'Everywhere', tenantId: null, body: '{{secret:pager-token}}' });
    await made('/v1/actionDefinitions', shared, server.as('Administrator', 'all'));
    expect(await deletion(id)).toEqual({
      status: 409,
      detail:
        'The secret is used by the action "Everywhere", the protocol "Major incident" and the rule "Disk is full".',
    });
    expect((await write({ name: 'pager-token', value: 'replaced' })).status).toBe(201);
  });

  it('must exist when an action that references it is saved', async () => {
    const unknown = 'The tenant has no secret \\"pager-token\\".';
    const refused = await administrator().put('/v1/actionDefinitions', action({ body: '{{secret:pager-token}}' }));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(unknown)]);
    const { actionDefinitionId = '' } = await made('/v1/actionDefinitions', action());
    const { protocolId } = await made('/v1/protocols', { name: 'Major incident' });
    const event = { protocolId, workUnitEventTypeId: 'OnNew' };
    const parameters = { Who: '{{secret:pager-token}}' };
    const saves = [
      administrator().put('/v1/protocolActions', { ...event, actionDefinitionId, parameters }),
      administrator().put('/v1/rules', rule(actionDefinitionId, parameters)),
      administrator().post(`/v1/actionDefinitions/${actionDefinitionId}/test`, parameters),
      administrator().post(
        `/v1/actionDefinitions/${actionDefinitionId}`,
        action({ headers: 'X-Key: {{secret:pager-token}}' }),
      ),
    ];
    for (const { status, text } of await Promise.all(saves))
      expect([status, text]).toEqual([400, expect.stringContaining(unknown)]);

    await write({ name: 'pager-token', value });
    const mail = { Body: '{{secret:pager-token}}' };
    const { sendEmail } = builtInActions;
    const mails = [
      administrator().put('/v1/protocolActions', { ...event, actionDefinitionId: sendEmail, parameters: mail }),
      administrator().put('/v1/rules', rule(sendEmail, mail)),
      administrator().post(`/v1/actionDefinitions/${sendEmail}/test`, mail),
    ];
    for (const { status, text } of await Promise.all(mails))
      expect([status, text]).toEqual([400, expect.stringContaining('Only HTTP actions can use secrets')]);
  });

  it('cannot be deleted while an action that references it is being saved', async () => {
    const { id } = (await write({ name: 'pager-token', value })).body;
    const waiting = () =>
      server.database.asOwner(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
    // The save has checked the name and written its action, but cannot commit yet.
    const audit = await server.database.hold('lock table cfs.audit_records in exclusive mode');
    const saving = administrator().put('/v1/actionDefinitions', action({ body: '{{secret:pager-token}}' }));
    await expect.poll(waiting).toHaveLength(1);
    const deleting = deletion(id);
    await expect.poll(waiting).toHaveLength(2);
    await audit[Symbol.asyncDispose]();
    expect((await saving).status).toBe(201);
    expect(await deleting).toMatchObject({ status: 409 });
  });
});
