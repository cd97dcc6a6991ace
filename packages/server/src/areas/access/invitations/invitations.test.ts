import type { Grant } from '@cfs/contracts/access-grants';
import type { Person } from '@cfs/contracts/access-people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** People work in the tenant `own`; administrators of `foreign`, whose name sorts first, invite them. */
let server: TestServer;
let everywhere: TestClient;
let inviting: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  everywhere = server.as('Administrator', 'all');
  inviting = server.as('Administrator', server.tenants.foreign);
});
afterAll(() => server.close());

let made = 0;
const newMail = (): string => `person-${(made += 1)}@example.com`;

const signIn = async (mail: string): Promise<TestClient> =>
  server.withCredential(await server.identity.sign({ sub: `subject of ${mail}`, email: mail, email_verified: true }));
const openTenant = (client: TestClient, tenantId: string) => client.get('/v1/currentUser', { 'x-tenant-id': tenantId });
const workingTenant = async (client: TestClient): Promise<unknown> =>
  ((await client.get('/v1/currentUser')).body as { tenantId: string }).tenantId;

const invite = async (client: TestClient, body: object): Promise<Person> => {
  const answer = await client.put('/v1/people', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Person;
};

/** Creates a person with the name, who works in `own`. */
const someoneKnown = async (name: string): Promise<{ mail: string; client: TestClient; userId: string }> => {
  const mail = newMail();
  const { userId } = await invite(everywhere, { mail, name, roleName: 'Operator', tenantId: server.tenants.own });
  const client = await signIn(mail);
  expect(await workingTenant(client)).toBe(server.tenants.own);
  return { mail, client, userId };
};

const valuesOf = async (client: TestClient, address: string): Promise<unknown[]> => {
  const { status, body, text } = await client.get(address);
  expect(status, text).toBe(200);
  return (body as { value: unknown[] }).value;
};

/** The response to a note of the inviting tenant that mentions the mail, and the stored display name. */
const mention = async (mail: string): Promise<unknown> => {
  const unit = await inviting.put('/v1/workunits', { title: 'Unit', severityId: 'Sev2', workUnitTypeId: 1 });
  const { workUnitId } = unit.body as { workUnitId: number };
  const { status } = await inviting.put('/v1/workunitnotes', { workUnitId, detail: 'Look', mentions: [mail] });
  const stored = await server.database.asOwner('select display_name from cfs.work_unit_mentions where mail = $1', [
    mail,
  ]);
  return { status, stored };
};

/** The responses to creating units of the inviting tenant with the mail as assignee and as approver. */
const assign = async (mail: string): Promise<unknown> => {
  const unit = { title: 'Unit', severityId: 'Sev2', workUnitTypeId: 1 };
  const assigned = await inviting.put('/v1/workunits', { ...unit, assignedTo: mail });
  const approved = await inviting.put('/v1/workunits', { ...unit, approver1: mail });
  return [assigned.status, approved.status, (approved.body as { errors?: unknown }).errors];
};

/** Everything that the inviting tenant can read of an invitation, without the mail and the ids, which always differ. */
const readAll = async ({ userId, mail }: Person, name: string): Promise<string> => {
  const lookup = async (path: string) => (await inviting.get(`${path}?searchTerm=${mail}`)).body;
  const found = {
    row: await valuesOf(inviting, `/v1/people?$filter=userId eq ${userId}`),
    byName: await valuesOf(inviting, `/v1/people?$filter=startswith(name,'${name}')&$select=mail`),
    byState: await valuesOf(inviting, `/v1/people?$filter=userId eq ${userId} and state eq 'Active'`),
    bySignIn: await valuesOf(inviting, `/v1/people?$filter=userId eq ${userId} and firstSignIn ne null`),
    byEarlyCreation: await valuesOf(
      inviting,
      `/v1/people?$filter=userId eq ${userId} and created lt ${server.clock.now().toISOString()}`,
    ),
    bySearch: await valuesOf(inviting, `/v1/people?$search=${name}`),
    ordered: await valuesOf(inviting, `/v1/people?$filter=userId eq ${userId}&$orderby=name,firstSignIn desc`),
    grouped: await valuesOf(inviting, `/v1/people?$apply=filter(userId eq ${userId})/groupby((name,state))`),
    grants: await valuesOf(inviting, `/v1/grants?$filter=userId eq ${userId}&$expand=person`),
    byHolder: await valuesOf(inviting, `/v1/grants?$filter=startswith(person/name,'${name}')`),
    export: (await inviting.get(`/v1/people/Export()?$filter=userId eq ${userId}`)).text,
    people: await lookup('/api/people'),
    peopleAndGroups: await lookup('/api/peopleandgroups'),
    hiddenName: (await inviting.get(`/api/people?searchTerm=${name}`)).body,
    change: await inviting.post(`/v1/people/${userId}`, { enabled: false }).then(({ status, body }) => {
      const { detail } = body as { detail: string };
      return { status, detail };
    }),
    mention: await mention(mail),
    assigned: await assign(mail),
    audit: await server.database.asOwner(
      `select entity, before, after from cfs.audit_records where tenant_id = $1 and (after->>'mail' = $2 or after->>'holder' = $2)
       order by entity`,
      [server.tenants.foreign, mail],
    ),
  };
  return JSON.stringify(found)
    .replaceAll(mail, '<mail>')
    .replaceAll(userId, '<user>')
    .replaceAll(/"grantId":"[^"]*"/g, '');
};

describe('an invitation', () => {
  it.each([{}, { name: 'Typed Name' }])('reads the same for a known and an unknown mail: %o', async (given) => {
    const known = await someoneKnown('Beatrix Hidden');
    server.clock.advance(60_000);
    const answers = [];
    const reads = [];
    for (const mail of [known.mail, newMail()]) {
      const person = await invite(inviting, { mail, roleName: 'Viewer', ...given });
      expect(person.userId).not.toBe(known.userId);
      answers.push({ ...person, userId: '', mail: '', name: person.name.replace(mail, '<mail>') });
      reads.push(await readAll(person, 'Beatrix'));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ name: given.name ?? '<mail>', state: 'Invited', firstSignIn: null });
    expect(reads[0]).toBe(reads[1]);
    expect(reads[0]).not.toContain('Hidden');
  });

  it('is refused a second time by the same tenant, until its last grant is removed', async () => {
    const known = await someoneKnown('Cora');
    for (const mail of [known.mail, newMail()]) {
      const { userId } = await invite(inviting, { mail, roleName: 'Viewer' });
      expect((await inviting.put('/v1/people', { mail, roleName: 'Operator' })).status).toBe(409);
      const [grant] = (await valuesOf(inviting, `/v1/grants?$filter=userId eq ${userId}`)) as Grant[];
      expect((await inviting.delete(`/v1/grants/${grant?.grantId}`)).status).toBe(204);
      expect(await invite(inviting, { mail, name: 'Second', roleName: 'Viewer' })).toMatchObject({ name: 'Second' });
    }
    expect(await workingTenant(known.client)).toBe(server.tenants.own);
  });

  it('is replaced by its person, with its grants, once they open the tenant', async () => {
    const known = await someoneKnown('Dora Shown');
    const { userId } = await invite(inviting, { mail: known.mail, roleName: 'Viewer' });
    const second = await inviting.put('/v1/grants', { userId, roleName: 'Operator' });
    expect(second.status).toBe(201);
    expect((await openTenant(known.client, server.tenants.own)).status).toBe(200);
    expect(await valuesOf(inviting, `/v1/people?$filter=mail eq '${known.mail}'`)).toMatchObject([
      { userId, state: 'Invited', name: known.mail },
    ]);
    expect((await openTenant(known.client, server.tenants.foreign)).status).toBe(200);
    expect(await valuesOf(inviting, `/v1/people?$filter=mail eq '${known.mail}'`)).toMatchObject([
      { userId: known.userId, state: 'Active', name: 'Dora Shown' },
    ]);
    const grants = await valuesOf(inviting, `/v1/grants?$filter=userId eq ${known.userId}&$orderby=roleName`);
    expect(grants).toMatchObject([
      { roleName: 'Operator', grantId: (second.body as Grant).grantId },
      { roleName: 'Viewer' },
    ]);
    expect((await inviting.put('/v1/people', { mail: known.mail, roleName: 'Requester' })).status).toBe(409);
    expect(
      await server.database.asOwner(
        `select actor_id, tenant_id, before->>'state' as before, after->>'userId' as after from cfs.audit_records
         where entity = 'Person' and entity_id = $1 and before is not null`,
        [userId],
      ),
    ).toEqual([{ actor_id: known.userId, tenant_id: server.tenants.foreign, before: 'Invited', after: known.userId }]);
  });

  it('is accepted once by concurrent calls that open the tenant', async () => {
    const known = await someoneKnown('Eve');
    await invite(inviting, { mail: known.mail, roleName: 'Viewer' });
    const calls = Array.from({ length: 5 }, () => openTenant(known.client, server.tenants.foreign));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await valuesOf(inviting, `/v1/people?$filter=mail eq '${known.mail}'`)).toHaveLength(1);
  });

  it('of each of two tenants reveals a new person only to the tenant that they open', async () => {
    const mail = newMail();
    const here = server.as('Administrator');
    await invite(here, { mail, name: 'For Own', roleName: 'Viewer' });
    await invite(inviting, { mail, name: 'For Foreign', roleName: 'Viewer' });
    const client = await signIn(mail);
    expect((await openTenant(client, server.tenants.own)).body).toMatchObject({ name: 'For Own' });
    expect(await valuesOf(inviting, `/v1/people?$filter=mail eq '${mail}'`)).toMatchObject([
      { name: 'For Foreign', state: 'Invited', firstSignIn: null },
    ]);
    expect(await valuesOf(here, `/v1/people?$filter=mail eq '${mail}'`)).toMatchObject([
      { name: 'For Own', state: 'Active' },
    ]);
    expect(await workingTenant(client)).toBe(server.tenants.own);
  });

  it('never holds a grant outside of its tenant', async () => {
    const known = await someoneKnown('Fay');
    const { userId } = await invite(inviting, { mail: known.mail, roleName: 'Viewer' });
    const answer = await everywhere.put('/v1/grants', { userId, roleName: 'Requester', tenantId: null });
    expect(answer.body).toMatchObject({ userId: known.userId, tenantId: null });
  });
});

describe('the tenant that a person works in', () => {
  it('stays the same when a tenant whose name sorts first invites them and they open it', async () => {
    const known = await someoneKnown('Gina');
    server.clock.advance(1_000);
    await invite(inviting, { mail: known.mail, roleName: 'Operator' });
    expect(await workingTenant(known.client)).toBe(server.tenants.own);
    await openTenant(known.client, server.tenants.foreign);
    expect(await workingTenant(known.client)).toBe(server.tenants.own);
    const unit = await known.client.put('/v1/workunits', { title: 'Where?', severityId: 'Sev2', workUnitTypeId: 1 });
    expect(unit.body).toMatchObject({ tenantId: server.tenants.own });
  });

  it('stays the same when a role is granted directly', async () => {
    const known = await someoneKnown('Hope');
    server.clock.advance(1_000);
    const { userId } = known;
    const answer = await everywhere.put('/v1/grants', { userId, roleName: 'Viewer', tenantId: server.tenants.foreign });
    expect(answer.status).toBe(201);
    expect(await workingTenant(known.client)).toBe(server.tenants.own);
    await everywhere.put('/v1/grants', { userId, roleName: 'Viewer', tenantId: null });
    expect(await workingTenant(known.client)).toBe(server.tenants.own);
  });
});
