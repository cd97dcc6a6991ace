import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testMasterKey } from '../testing/test-database-constants.ts';
import { addTestTenant } from '../testing/test-people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';
import { fullConfiguration } from './testing/full-configuration.ts';

let server: TestServer;
let directory: string;
let environment: Record<string, string>;
let made = 0;
let tenant: { readonly id: string; readonly name: string };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs config '));
  server = await startTestServer();
  const { host, port, user, password, database } = server.database.owner;
  environment = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: directory,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MASTER_KEY: Buffer.from(testMasterKey).toString('hex'),
    OIDC_AUTHORITY: server.identity.source.issuer,
  };
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const newTenant = async () => {
  made += 1;
  const name = `Tenant ${made}`;
  const id = await addTestTenant(server.database, name, server.clock.now());
  await server.services.snapshot.refresh();
  return { id, name };
};
beforeEach(async () => {
  tenant = await newTenant();
});

const admin = async (...words: string[]) => {
  const { code, output, error = '' } = await runAdmin(words, environment);
  return { code, output: output.join('\n'), error };
};

const fileOf = async (text: string): Promise<string> => {
  const path = join(directory, 'configuration.yaml');
  await writeFile(path, text);
  return path;
};

const plan = async (text: string, { name } = tenant) => admin('config', 'plan', await fileOf(text), '--tenant', name);

const fingerprintOf = (output: string): string => /^Plan (\w+):/m.exec(output)?.[1] ?? 'none';

const apply = async (text: string, { name } = tenant) => {
  const planned = await plan(text, { id: '', name });
  if (planned.code !== 0) return planned;
  const file = await fileOf(text);
  return admin('config', 'apply', file, '--tenant', name, '--plan', fingerprintOf(planned.output));
};

const exported = async ({ name } = tenant): Promise<string> => {
  const { code, output, error } = await admin('config', 'export', '--tenant', name);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  return `${output}\n`;
};

/** Creates what the full configuration refers to but does not contain: a secret and a block. */
const prepare = async ({ id }: { readonly id: string }): Promise<void> => {
  const administrator = server.as('Administrator', 'all');
  const secret = await administrator.put(`/v1/tenants/${id}/secrets`, { name: 'pager', value: 'long enough' });
  expect(secret.status).toBe(201);
  const now = server.clock.now();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, gen_random_uuid(), 'Production', $2, 'test', $2, 'test')`,
    [id, now],
  );
  await server.database.asOwner(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     select tenant_id, gen_random_uuid(), subscription_id, 'Router', 1, $2, 'test', $2, 'test'
     from cfs.subscriptions where tenant_id = $1`,
    [id, now],
  );
};

const auditOf = ({ id }: { readonly id: string }) =>
  server.database.asOwner<{ entity: string; trace_id: string }>(
    `select entity, trace_id from cfs.audit_records where tenant_id = $1 and actor_name = 'command line'`,
    [id],
  );

describe('the configuration of a tenant as a file', () => {
  it('is the same text after a round trip through an empty tenant, with every part in it', async () => {
    await prepare(tenant);
    const applied = await apply(fullConfiguration);
    expect(applied.error).toBe('');
    expect(await exported()).toBe(fullConfiguration);
    const other = await newTenant();
    await prepare(other);
    expect((await apply(await exported(), other)).error).toBe('');
    expect(await exported(other)).toBe(fullConfiguration);
  });

  it('changes nothing when it is applied again', async () => {
    await prepare(tenant);
    await apply(fullConfiguration);
    const before = await auditOf(tenant);
    expect((await plan(fullConfiguration)).output).toBe('The tenant matches the file.');
    expect(await auditOf(tenant)).toHaveLength(before.length);
  });

  it('records each change and the whole configuration under one trace', async () => {
    await prepare(tenant);
    await apply(fullConfiguration);
    const records = await auditOf(tenant);
    expect(new Set(records.map(({ trace_id }) => trace_id)).size).toBe(1);
    expect([...new Set(records.map(({ entity }) => entity))].sort()).toEqual([
      'ActionDefinition',
      'ControlSet',
      'Protocol',
      'ProtocolAction',
      'Rule',
      'Subscription',
      'Tenant',
      'TenantConfiguration',
      'WorkUnitCategory',
      'WorkUnitSubcategory',
    ]);
  });

  it('is planned without a change and with the differences printed', async () => {
    await prepare(tenant);
    await apply(fullConfiguration);
    const { output } = await plan(
      fullConfiguration
        .replace('matchLifetime: 1.00:00:00', 'matchLifetime: 02:00:00')
        .replace('  - name: Tests\n', '')
        .replace(/ {6}- operand: Subscription\n.*\n.*\n/, '')
        .replace('  - name: Nothing\n', '')
        .replace('      - name: VPN\n', '      - name: VPN\n      - name: Wifi\n')
        .replace('  - name: Night\n', '  - name: Nights\n')
        .replace('name: Site', 'name: Place')
        .replace('https://doors', 'https://door'),
    );
    expect(output.replace(/^Plan .*/m, 'Plan')).toBe(
      [
        '~ action "Close the door"',
        '    url',
        '~ category "Incident / Network"',
        '    subcategories',
        '~ custom fields',
        '- protocol "Nothing"',
        '= subscription "Tests" is not in the file and stays: devices, blocks and rules may belong to it.',
        '~ rule "CPU is high"',
        '    matchLifetime: "1.00:00:00" → "02:00:00"',
        '    conditions',
        '+ rule "Nights"',
        '- rule "Night"',
        '1 to create, 4 to change, 2 to remove.',
        'Plan',
      ].join('\n'),
    );
    expect(await exported()).toBe(fullConfiguration);
  });

  it('removes what an empty list lacks and keeps absent parts unchanged', async () => {
    await prepare(tenant);
    await apply(fullConfiguration);
    const applied = await apply('version: 1\nrules: []\nprotocols: []\nactions: []\ncategories: []\ncontrolSets: []\n');
    expect(applied.error).toBe('');
    const text = await exported();
    expect(text).toContain('rules: []');
    expect(text).toContain('controlSets: []');
    expect(text).toContain('name: Cost centre');
    expect(text.match(/enabled: false/g)).toHaveLength(3);
    expect((await apply(fullConfiguration)).error).toBe('');
    expect(await exported()).toBe(fullConfiguration);
  });

  it('refuses to apply when the tenant has changed since the plan', async () => {
    await prepare(tenant);
    const planned = await plan(fullConfiguration);
    const created = await server
      .as('Administrator', 'all')
      .put('/v1/workunitcategories', { tenantId: tenant.id, name: 'Meanwhile', workUnitTypeId: 1 });
    expect(created.status).toBe(201);
    const file = await fileOf(fullConfiguration);
    const refused = await admin(
      'config',
      'apply',
      file,
      '--tenant',
      tenant.name,
      '--plan',
      fingerprintOf(planned.output),
    );
    expect(refused).toMatchObject({ code: 1, output: '' });
    expect(refused.error).toMatch(/changed since the plan/);
    expect(await exported()).toContain('rules: []');
  });

  it('refuses the plan of another tenant and of another file', async () => {
    const text = 'version: 1\nsubscriptions:\n  - name: One\n';
    const planned = fingerprintOf((await plan(text)).output);
    const other = await newTenant();
    const file = await fileOf(text);
    expect(await admin('config', 'apply', file, '--tenant', other.name, '--plan', planned)).toMatchObject({ code: 1 });
    const longer = await fileOf(`${text}  - name: Two\n`);
    expect(await admin('config', 'apply', longer, '--tenant', tenant.name, '--plan', planned)).toMatchObject({
      code: 1,
    });
    expect(await exported()).toContain('subscriptions: []');
  });

  it('stores all or nothing', async () => {
    const text = `version: 1
subscriptions:
  - name: Fine
actions:
  - name: Reads what is not there
    type: RuleAction
    url: https://example.com/
    headers: "Authorization: {{secret:absent}}"
`;
    const { code, error } = await plan(text);
    expect(code).toBe(1);
    expect(error).toBe('5:5: The action "Reads what is not there": The tenant has no secret "absent".');
    expect(await exported()).toContain('subscriptions: []');
  });

  it.each([
    ['an unknown key', 'version: 1\nrules: []\nsecrets: []\n', '3:1: "secrets" is not known here.'],
    [
      'an unknown key of an item',
      'version: 1\nsubscriptions:\n  - name: A\n    id: 7\n',
      '4:5: "id" is not known here.',
    ],
    ['an unsupported version', 'version: 2\n', '1:1: The version must be 1.'],
    ['a list instead of a map', '- 1\n', '1:1: Invalid input: expected object, received array'],
    [
      'a wrong type',
      'version: 1\nsubscriptions:\n  - name: [A]\n',
      '3:5: Invalid input: expected string, received array',
    ],
    [
      'a duplicate item',
      'version: 1\nsubscriptions:\n  - name: A\n  - name: A\n',
      '4:5: The subscription "A" occurs twice.',
    ],
    [
      'an unknown name',
      'version: 1\nprotocols:\n  - name: P\n    actions:\n      - event: OnNew\n        action: Nobody\n',
      '6:9: There is no action "Nobody".',
    ],
    [
      'an id of another tenant',
      'version: 1\nrules:\n  - name: R\n    type: WorkUnit\n    conditions:\n      - operand: Tenant\n        operator: Equals\n        value: 3f0e8a52-7a0b-4f0e-9d0c-6b8a0c7f1a11\n',
      '8:9: Tenant requires a name: write tenant instead of value.',
    ],
    [
      'a value that the screen refuses',
      'version: 1\nrules:\n  - name: R\n    type: Ingestion\n    matchLifetime: 00:01:00\n    conditions:\n      - operand: Value\n        operator: Equals\n        value: 1\n',
      '5:5: Must be at least 5 minutes.',
    ],
    [
      'markup in a control',
      'version: 1\ncontrolSets:\n  - name: S\n    controls:\n      - name: C\n        title: <b>T</b>\n',
      '6:9: The title of control 1 contains markup, which is not allowed.',
    ],
    [
      'a parameter that the action lacks',
      'version: 1\nactions:\n  - name: A\n    type: ProtocolAction\n    url: https://example.com/\nprotocols:\n  - name: P\n    actions:\n      - event: OnNew\n        action: A\n        parameters:\n          Typo: x\n',
      '7:5: The protocol "P": The action "A" has no parameter Typo.',
    ],
  ])('is rejected for %s with the line', async (_, text, message) => {
    const { code, error } = await plan(text);
    expect(error).toBe(message);
    expect(code).toBe(1);
  });

  it('does not resolve names of other tenants', async () => {
    const other = await newTenant();
    expect((await apply('version: 1\nsubscriptions:\n  - name: Theirs\n', other)).error).toBe('');
    const { error } = await plan(
      'version: 1\nrules:\n  - name: R\n    type: WorkUnit\n    subscription: Theirs\n    conditions:\n      - operand: Title\n        operator: Equals\n        value: x\n',
    );
    expect(error).toBe('5:5: There is no subscription "Theirs".');
  });

  it('refuses to export two items of one name', async () => {
    for (const _ of [1, 2])
      await server
        .as('Administrator', 'all')
        .put('/v1/workunitcategories', { tenantId: tenant.id, name: 'Twice', workUnitTypeId: 1 });
    const { code, error } = await admin('config', 'export', '--tenant', tenant.name);
    expect({ code, error }).toEqual({
      code: 1,
      error: 'There are two of the category "Incident / Twice". Give one of them another name.',
    });
  });

  it('has a schema that is served, printed and stored with the operating guide', async () => {
    const { output } = await admin('config', 'schema');
    const served = await server.anonymous.get('/docs/configuration.schema.json');
    expect(served.body).toEqual(JSON.parse(output));
    const kept = await readFile(
      new URL('../../../../docs/operating/configuration.schema.json', import.meta.url),
      'utf8',
    );
    expect(JSON.parse(kept)).toEqual(served.body);
  });

  it('reports wrong usage of a command', async () => {
    expect(await admin('config')).toMatchObject({ code: 2 });
    expect(await admin('config', 'apply', 'file', '--tenant', tenant.name)).toMatchObject({
      code: 2,
      error: 'Give --plan <plan> with the name that config plan printed. See --help.',
    });
    expect(await admin('config', 'export')).toMatchObject({ code: 2 });
    expect(await admin('config', 'plan', 'nowhere.yaml', '--tenant', tenant.name)).toMatchObject({
      code: 1,
      error: 'nowhere.yaml cannot be read.',
    });
  });
});
