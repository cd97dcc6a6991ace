import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { FEATURES: 'I3ERequestForm', ACCESS_REQUEST_TENANT: 'own', ACCESS_REQUEST_RATE_LIMIT: '3' },
  });
});
afterAll(() => server.close());
beforeEach(() => server.clock.advance(3_600_000));

const newAccount = {
  requestType: 'NewAccount',
  firstName: ' Ada ',
  lastName: 'Lovelace',
  middleInitial: 'K',
  suffix: 'II',
  email: 'ada@example.com',
  phoneNumber: '+1 (555) 123-4567 ext. 8',
  environment: 'IL4 (CUI)',
  citizenship: 'United Kingdom',
  designation: 'Military',
  organization: 'Analytical Engines',
  grade: 'O-3',
  acknowledgesAccuracy: true,
  acknowledgesTerms: true,
};
const passwordReset = {
  requestType: 'PasswordReset',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phoneNumber: '555 123 4567',
  targetAccountName: 'ada.lovelace@example.com',
  acknowledgesAccuracy: true,
  acknowledgesTerms: true,
};

const post = (body: unknown, url = '/v1/accessrequest') => server.anonymous.post(url, body);

const units = (tenantId = server.tenants.own) =>
  server.database.asOwner<Record<string, unknown>>(
    'select * from cfs.work_units where tenant_id = $1 order by work_unit_id',
    [tenantId],
  );

const errorsOf = async (body: unknown) => {
  const before = await units();
  const answer = await post(body);
  expect(answer.status, answer.text).toBe(400);
  expect(await units()).toEqual(before);
  return (answer.body as { errors: Record<string, string[]> }).errors;
};

describe('an access request', () => {
  test('creates a User Request planned for two days in the configured tenant', async () => {
    const { status, body } = await post(newAccount, '/api/v1/AccessRequest');
    expect([status, body]).toEqual([200, { message: 'Successfully created access request.' }]);
    const list = await server
      .as('Viewer')
      .get("/v1/workunits?$filter=source eq 'Access Request'&$orderby=created desc");
    const [unit] = (list.body as { value: Record<string, unknown>[] }).value;
    const now = server.clock.now();
    expect(unit).toMatchObject({
      tenantId: server.tenants.own,
      title: 'IL4 (CUI) New Account Request',
      workUnitTypeId: 4,
      severityId: 'Sev3',
      stateId: 'New',
      createdBy: 'access request',
      environment: 'IL4 (CUI)',
      stakeHolderFullName: 'Ada K Lovelace II',
      stakeHolderEmailAddress: 'ada@example.com',
      stakeHolderPhoneNumber: '+1 (555) 123-4567 ext. 8',
      plannedStartTime: now.toISOString(),
      plannedFinishTime: new Date(now.getTime() + 2 * 86_400_000).toISOString(),
    });
    expect(unit?.['description']).toContain('Designation: Military\nGrade: O-3\nOrganization: Analytical Engines');
    expect(JSON.parse(String(unit?.['properties']))).toMatchObject({ firstName: 'Ada', grade: 'O-3' });
  });

  test('is recorded in the audit with the address of the visitor', async () => {
    await post(passwordReset);
    const unit = (await units()).at(-1);
    const [record] = await server.database.asOwner(
      `select actor_kind, actor_name, route, address from cfs.audit_records where entity = 'WorkUnit' and entity_id = $1`,
      [String(unit?.['work_unit_id'])],
    );
    expect(record).toEqual({
      actor_kind: 'system',
      actor_name: 'access request',
      route: 'POST /v1/accessrequest',
      address: '127.0.0.1',
    });
  });

  test('sends no mail, so that it cannot be used to mail others', async () => {
    const steps = () => server.database.asOwner(`select from cfs.work_steps where handler = 'work-unit-mail'`);
    const before = await steps();
    expect((await post(passwordReset)).status).toBe(200);
    expect(await steps()).toEqual(before);
  });

  test('stores only the fields that apply to its type', async () => {
    await post({ ...newAccount, designation: 'Contractor', companyName: 'Babbage & Co', targetAccountName: 'x' });
    const contractor = (await units()).at(-1);
    expect(String(contractor?.['description'])).not.toMatch(/Grade|Target/);
    expect(JSON.parse(String(contractor?.['properties']))).not.toHaveProperty('grade');
    await post({ ...newAccount, ...passwordReset });
    const reset = (await units()).at(-1);
    expect(reset).toMatchObject({ title: 'Password Reset Request', environment: null });
    expect(String(reset?.['description'])).not.toMatch(/Citizenship|Designation|Organization/);
  });

  test('ignores values sent for properties that the server computes', async () => {
    await post({
      ...passwordReset,
      title: 'Free beer',
      severityId: 'Sev0',
      plannedStartTime: 'never',
      stakeHolderFullName: 7,
    });
    expect((await units()).at(-1)).toMatchObject({ title: 'Password Reset Request', severity: 3 });
  });

  test('gets the same response for a known and an unknown account', async () => {
    const { mail } = await server.person('Viewer');
    const known = await post({ ...passwordReset, email: mail, targetAccountName: mail });
    const unknown = await post({ ...passwordReset, targetAccountName: 'nobody@example.com' });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  test('stores markup as plain text', async () => {
    await post({ ...passwordReset, firstName: '<img src=x onerror=alert(1)>' });
    const description = String((await units()).at(-1)?.['description']);
    expect(description).toContain('First name: <img src=x onerror=alert(1)>');
  });
});

describe('an invalid access request', () => {
  test('reports every missing field at once', async () => {
    expect(await errorsOf({})).toEqual({
      RequestType: ['Request type is required.'],
      FirstName: ['Please enter your first name.'],
      LastName: ['Please enter your last name.'],
      Email: ['Please enter a valid email address.'],
      PhoneNumber: ['Please enter a phone number.'],
      AcknowledgesAccuracy: ['Please confirm this.'],
      AcknowledgesTerms: ['Please confirm this.'],
    });
    expect(await errorsOf({ requestType: 'NewAccount', firstName: 'Ada' })).toMatchObject({
      Environment: ['Please choose an environment.'],
      Citizenship: ['Please enter your citizenship.'],
      Designation: ['Please choose a designation.'],
      Organization: ['Please enter your organization.'],
      LastName: ['Please enter your last name.'],
    });
  });

  test.for([
    [{ requestType: 'Root' }, { RequestType: ['Request type is required.'] }],
    [{ middleInitial: 'KL' }, { MiddleInitial: ['Please enter a single character.'] }],
    [{ middleInitial: '1' }, { MiddleInitial: ['Please enter a single character.'] }],
    [{ suffix: 'Dr.' }, { Suffix: ['Must be one of Jr., Sr., II, III, IV.'] }],
    [{ email: 'ada@' }, { Email: ['Please enter a valid email address.'] }],
    [{ phoneNumber: '12-34' }, { PhoneNumber: ['Please enter a valid phone number.'] }],
    [{ phoneNumber: 'call me' }, { PhoneNumber: ['Please enter a valid phone number.'] }],
    [{ environment: 'IL9' }, { Environment: ['Must be one of IL4 (CUI), Commercial.'] }],
    [{ grade: ' ' }, { Grade: ['Please enter your grade.'] }],
    [{ designation: 'Contractor' }, { CompanyName: ['Please enter the company name.'] }],
    [{ acknowledgesTerms: false }, { AcknowledgesTerms: ['Please confirm this.'] }],
    [{ firstName: 'A'.repeat(201) }, { FirstName: ['Must be at most 200 characters.'] }],
    [{ organization: 'Acme\nGrade: O-9' }, { Organization: ['Must be a single line of text.'] }],
    [{ lastName: 'a\u202eb' }, { LastName: ['Must be a single line of text.'] }],
  ] as const)('%j is reported under its field', async ([fault, errors]) => {
    expect(await errorsOf({ ...newAccount, ...fault })).toEqual(errors);
  });

  test('for a password reset reports a missing or malformed account name', async () => {
    expect(await errorsOf({ ...passwordReset, targetAccountName: '' })).toEqual({
      TargetAccountName: ['Please enter the account name.'],
    });
    expect(await errorsOf({ ...passwordReset, targetAccountName: 'ada' })).toEqual({
      TargetAccountName: ['Please enter a valid email address.'],
    });
  });

  test.for([null, [], 'text', 5, '{"requestType":', { ...newAccount, role: 'Administrator' }])(
    'is refused with 400: %j',
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );

  test('is refused with 413 when it is too large', async () => {
    expect((await post({ ...newAccount, organization: 'x'.repeat(40_000) })).status).toBe(413);
  });

  test('does not count towards the rate limit', async () => {
    for (let n = 0; n < 5; n += 1) await errorsOf({});
    expect((await post(passwordReset)).status).toBe(200);
  });
});

describe('too many access requests', () => {
  test('are refused from their own source only', async () => {
    for (let n = 0; n < 3; n += 1) expect((await post(passwordReset)).status).toBe(200);
    const refused = await post(passwordReset);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('3600');
    expect((refused.body as { detail: string }).detail).toBe(
      'You can send 3 access requests within an hour. Try again in 60 minutes.',
    );
    const elsewhere = await server.app.inject({
      method: 'POST',
      url: '/v1/accessrequest',
      remoteAddress: '198.51.100.9',
      payload: passwordReset,
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('from one IPv6 network are counted together', async () => {
    const from = async (remoteAddress: string) =>
      (await server.app.inject({ method: 'POST', url: '/v1/accessrequest', remoteAddress, payload: passwordReset }))
        .statusCode;
    for (const host of ['1', '2', '3']) expect(await from(`2001:db8:1:2::${host}`)).toBe(200);
    expect(await from('2001:db8:1:2:ffff::4')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
  });
});

test('access requests are refused with 503 while the configured tenant is disabled', async () => {
  const before = await units();
  await server.database.asOwner('update cfs.tenants set enabled = false where tenant_id = $1', [server.tenants.own]);
  await server.services.snapshot.refresh();
  const refused = await post(passwordReset);
  await server.database.asOwner('update cfs.tenants set enabled = true where tenant_id = $1', [server.tenants.own]);
  await server.services.snapshot.refresh();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('300');
  expect(await units()).toEqual(before);
  expect(server.takeServerErrors().join('')).toContain(
    'ACCESS_REQUEST_TENANT does not name exactly one enabled tenant',
  );
});

test('a tenant renamed to the configured name receives no access requests, even while the original one is disabled', async () => {
  const { own, foreign } = server.tenants;
  const change = async (text: string, tenantId: string) => {
    await server.database.asOwner(`update cfs.tenants set ${text} where tenant_id = $1`, [tenantId]);
    await server.services.snapshot.refresh();
  };
  const before = await units(foreign);
  await change("name = 'OWN'", foreign);
  const beside = await post(passwordReset);
  await change('enabled = false', own);
  const instead = await post(passwordReset);
  await change('enabled = true', own);
  await change("name = 'Foreign'", foreign);
  expect([beside.status, instead.status]).toEqual([503, 503]);
  expect(await units(foreign)).toEqual(before);
  expect(server.takeServerErrors()).toHaveLength(2);
});

test('an access request returns 404 while the feature is off, for a valid and for an empty body', async () => {
  const off = await startTestServer();
  for (const body of [passwordReset, {}])
    expect((await off.anonymous.post('/v1/accessrequest', body)).status).toBe(404);
  expect(await off.database.asOwner('select from cfs.work_units')).toEqual([]);
  await off.close();
});
