import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessArea } from '../areas/access/access-area.ts';
import { smallCatalog, smallProfile } from '../areas/compliance/testing/small-catalog.ts';
import { locationsArea } from '../areas/locations/locations-area.ts';
import { tenantsArea } from '../areas/tenants/tenants-area.ts';
import { createAuditChain } from '../platform/audit/audit-chain.ts';
import { systemTenantId } from '../platform/context.ts';
import { testMasterKey } from '../testing/test-database-constants.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';

let server: TestServer;
let directory: string;
let environment: Record<string, string>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs admin '));
  server = await startTestServer({ areas: [accessArea, locationsArea, tenantsArea] });
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

const admin = async (line: string, differing: Readonly<Record<string, string>> = {}) => {
  const { code, output, error = '' } = await runAdmin(line.split(' '), { ...environment, ...differing });
  return { code, output: output.join('\n'), error };
};

/** The status that the person gets from a running server, a second after the command. */
const statusOf = async (mail: string): Promise<number> => {
  server.clock.advance(1_001);
  const token = await server.identity.sign({ sub: `subject of ${mail}`, email: mail, email_verified: true });
  return (await server.withCredential(token).get('/v1/locations')).status;
};

describe('the admin command line', () => {
  it('invites, grants, revokes and disables while a server runs', async () => {
    const mail = 'ines@example.com';
    expect(await admin(`invite ${mail} --name Ines`)).toMatchObject({ code: 0, error: '' });
    expect(await statusOf(mail)).toBe(403);
    expect(await admin(`grant ${mail} Viewer --tenant own`)).toEqual({
      code: 0,
      output: `${mail} is Viewer in Own now.`,
      error: '',
    });
    expect(await statusOf(mail)).toBe(200);
    expect((await admin(`list-grants ${mail}`)).output).toBe(`person\t${mail}\tViewer\tOwn`);
    expect(await admin(`disable ${mail}`)).toMatchObject({ code: 0 });
    expect(await statusOf(mail)).toBe(403);
    expect(await admin(`enable ${mail}`)).toMatchObject({ code: 0 });
    expect(await statusOf(mail)).toBe(200);
    expect(await admin(`revoke ${mail} Viewer --tenant Own`)).toMatchObject({ code: 0 });
    expect(await statusOf(mail)).toBe(403);
    const actors = await server.database.asOwner(
      `select distinct actor_name from cfs.audit_records where entity in ('Person', 'Grant') order by actor_name`,
    );
    expect(actors).toEqual([{ actor_name: 'command line' }, { actor_name: 'sign-in' }]);
  });

  it('releases a mail for another account of the provider, with the grants and without the claims of the first', async () => {
    const mail = 'rosa@example.com';
    // The command line ends tokens by the system clock.
    const signIn = async (sub: string, secondsFromNow: number) => {
      const iat = Math.floor(Date.now() / 1_000) + secondsFromNow;
      const token = await server.identity.sign({ sub, email: mail, email_verified: true, iat });
      return async (): Promise<number> => {
        // Unknown subjects are looked up again after ten seconds.
        server.clock.advance(10_001);
        return (await server.withCredential(token).get('/v1/locations')).status;
      };
    };
    const [firstAccount, secondAccount] = [await signIn('first account', 0), await signIn('second account', 0)];
    await admin(`invite ${mail} Viewer --tenant own`);
    expect(await admin(`release ${mail}`)).toMatchObject({
      code: 1,
      error: `${mail} has not signed in yet: there is nothing to release.`,
    });
    expect([await firstAccount(), await secondAccount()]).toEqual([200, 403]);
    await server.database.asOwner(
      `update cfs.people set claimed_groups = '{staff}', claimed_at = 9999999999, picture_address = 'https://p.example'
       where mail = $1`,
      [mail],
    );
    expect(await admin(`release ${mail}`)).toMatchObject({ code: 0, error: '' });
    // Otherwise an open tab of the first account would be tied again; a later sign-in with it is that of a stranger.
    expect([await firstAccount(), await secondAccount()]).toEqual([401, 200]);
    expect(await (await signIn('first account', 60))()).toBe(403);
    const people = await server.database.asOwner(
      `select subject, claimed_groups, picture_address from cfs.people where mail = $1`,
      [mail],
    );
    expect(people).toEqual([{ subject: 'second account', claimed_groups: [], picture_address: null }]);
    const audited = await server.database.asOwner(
      `select before->>'state' as before, after->>'state' as after from cfs.audit_records
       where entity = 'Person' and actor_name = 'command line' and before->>'mail' = $1`,
      [mail],
    );
    expect(audited).toEqual([{ before: 'Active', after: 'Invited' }]);
  });

  it('creates the first administrator of an installation', async () => {
    expect((await admin('invite first@example.com Administrator --all')).code).toBe(0);
    expect((await admin('list-grants --all')).output).toBe('person\tfirst@example.com\tAdministrator\tall tenants');
    expect(await admin('disable first@example.com')).toMatchObject({
      code: 1,
      error: 'This is the last administrator of all tenants. Let another one sign in first.',
    });
    expect((await admin('grant --group operators Operator --all')).code).toBe(0);
    expect((await admin('list-grants --group operators')).output).toBe('group\toperators\tOperator\tall tenants');
  });

  it.each([
    ['create-tenant', 2, /^Give a name\./],
    ['create-tenant Contoso --all', 2, /^The command does not accept --all\./],
    [`create-tenant ${'x'.repeat(201)}`, 1, /200/],
    ['grant nobody@example.com Viewer --all', 1, /^nobody@example\.com is not invited for/],
    ['grant --group staff Viewer --tenant Nowhere', 1, /^There is no tenant "Nowhere"\.$/],
    ['grant --group staff Dancer --all', 1, /^There is no role "Dancer" here\.$/],
    ['revoke --group staff Viewer --all', 1, /^staff is not Viewer in all tenants\.$/],
    ['invite nonsense', 1, /^Please enter a mail address\.$/],
    ['grant --group staff Viewer', 2, /^Give --tenant/],
  ])('reports an error in one line: %s', async (line, code, message) => {
    const answer = await admin(line);
    expect(answer).toMatchObject({ code, output: '' });
    expect(answer.error).toMatch(message);
    expect(answer.error).not.toContain('\n');
  });

  it.each([
    [
      { DATABASE_URL: '' },
      /^No first-run server is running on .*cfs admin .*, or set DATA_DIR, DATABASE_URL or the CONFIG_FILE of your server\.$/,
    ],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /cannot be reached\.$/],
    [{ MASTER_KEY: 'x' }, /must contain 32 bytes/],
  ])('reports in one line what is wrong with %o', async (differing, message) => {
    const answer = await admin('list-grants', differing);
    expect(answer.code).toBe(1);
    expect(answer.error).toMatch(message);
    expect(answer.error).not.toContain('\n');
  });

  it('is a program with exit codes that lists its commands', async () => {
    const program = (...words: string[]) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], { env: environment });
    const { stdout: output, stderr } = await program('--help');
    expect(stderr).toBe('');
    await expect(program('dance')).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'There is no command "dance". See --help.\n',
    });
    for (const verb of ['invite', 'grant', 'revoke', 'list-grants', 'disable', 'create-tenant', 'audit-verify'])
      expect(output).toContain(`  ${verb} `);
  });

  it('reports the position at which the audit was tampered with', async () => {
    const chain = createAuditChain(server.services.gate, server.clock, server.services.keys);
    while ((await chain.seal()) > 0);
    expect(await admin('audit-verify')).toEqual({
      code: 0,
      output: 'all tenants: intact\nForeign: intact\nOwn: intact',
      error: '',
    });
    await server.database.asOwner(`update cfs.audit_records set actor_name = 'somebody else' where tenant_id = $1`, [
      systemTenantId,
    ]);
    expect(await admin('audit-verify')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^all tenants: broken at position 1, record [-0-9a-f]+ \(\w+ \S+\) was changed/),
    });
    expect((await admin('audit-verify --tenant Own')).output).toBe('Own: intact');
  });

  it('creates a tenant, which a running server knows within a second', async () => {
    const { code, output } = await admin('create-tenant Northwind');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^The tenant Northwind is created, with the id [-0-9a-f]{36}\.$/),
    ]);
    const [tenantId] = /[-0-9a-f]{36}/.exec(output) ?? [];
    expect((await admin('grant --group staff Viewer --tenant northwind')).output).toBe(
      'staff is Viewer in Northwind now.',
    );
    server.clock.advance(1_001);
    expect((await server.as('Administrator', 'all').get('/api/generalLookup/tenants')).body).toContainEqual({
      tenantId,
      name: 'Northwind',
    });
    const audited = await server.database.asOwner(
      `select actor_name, before from cfs.audit_records where entity = 'Tenant' and entity_id = $1`,
      [tenantId],
    );
    expect(audited).toEqual([{ actor_name: 'command line', before: null }]);
    expect(await admin('create-tenant NORTHWIND')).toMatchObject({
      code: 1,
      error: 'A tenant "NORTHWIND" already exists.',
    });
  });

  it('imports a control set, and the selection of a profile', async () => {
    const [catalog, profile, broken] = ['catalog.json', 'profile.json', 'broken.json'].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    await writeFile(catalog, JSON.stringify(smallCatalog()));
    await writeFile(profile, JSON.stringify(smallProfile([{ 'include-controls': [{ 'with-ids': ['wn-1'] }] }])));
    await writeFile(broken, '{"catalog":');
    const run = async (...words: string[]) => {
      const { output, error } = await runAdmin(['import-controls', ...words], environment);
      return error ?? output.join('\n');
    };
    expect(await run(catalog, '--tenant', 'Own')).toBe(
      'The control set Small catalogue is in Own: 4 added, 0 changed, 0 unchanged, 0 retired.',
    );
    expect(await run(catalog, '--profile', profile, '--all')).toBe(
      'The control set Small baseline is in all tenants: 1 added, 0 changed, 0 unchanged, 0 retired.',
    );
    expect(await run(catalog, '--tenant', 'Own')).toContain('0 added, 0 changed, 4 unchanged');
    expect(await run(broken, '--all')).toMatch(/broken\.json: The body is not valid JSON/);
    expect(await run(profile, '--all')).toMatch(/Import the resolved profile/);
    expect(await run(catalog, '--profile', catalog, '--all')).toMatch(/does not contain an OSCAL profile/);
    expect(await run(join(directory, 'absent.json'), '--all')).toMatch(/cannot be read/);
  });
});
