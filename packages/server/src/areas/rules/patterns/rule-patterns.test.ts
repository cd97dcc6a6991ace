import { randomUUID } from 'node:crypto';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let sender: TestClient;
let neighbour: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  sender = server.withCredential(await server.tenantToken(['packets']));
  neighbour = server.withCredential(await server.tenantToken(['packets'], server.tenants.foreign));
});
afterAll(() => server.close());

const matches = (pattern: string, field = 'Log', Operator: number = ruleOperators.Matches) => ({
  Type: 0,
  LeftOperand: 3,
  LeftOperandFieldName: field,
  Operator,
  RightOperand: pattern,
});

/** A pattern of which a rule may have five at most; each takes some 200 ms on random letters a and b. */
const slow = 'a[ab]{0,390}[cd]';
/** Pseudorandom: the same in each run. */
const letters = Array.from(
  { length: 60_000 },
  (_, index) => 'ab'[Math.floor(Math.abs(Math.sin(index) * 1e5)) % 2],
).join('');

const ruleOf = (...conditions: object[]) => ({
  name: 'Patterns',
  ruleTypeId: 1,
  matchLifetime: '00:05:00',
  conditions,
});
const packetOf = (text: string, entityId: string = randomUUID()) => ({
  entityId,
  timestamp: server.clock.now().toISOString(),
  message: { Properties: { Log: text } },
});

const create = async (body: object, tenantId = server.tenants.own): Promise<string> => {
  const administrator = server.as('Administrator', body && 'tenantId' in body ? 'all' : tenantId);
  const { status, body: created } = await administrator.put('/v1/rules', body);
  expect(status).toBe(201);
  return String((created as { ruleId: string }).ruleId);
};

const read = async (ruleId: string) => {
  const { body } = await server.as('Viewer').get(`/v1/rules?$filter=ruleId eq ${ruleId}`);
  const [row] = (body as { value: { outOfServiceSince: string | null; outOfServiceReason: string | null }[] }).value;
  return row;
};
const matchesOf = (ruleId: string) =>
  server.database.asOwner<{ subject_id: string }>('select subject_id from cfs.rule_matches where rule_id = $1', [
    ruleId,
  ]);
const accepted = (count: number) => ({ status: 202, body: { accepted: count, duplicates: 0, rejected: [] } });
const withdrawn = async (): Promise<number> => {
  const { text } = await server.anonymous.get('/metrics');
  return Number(/^rules_taken_out_of_service_total (\d+)$/m.exec(text)?.[1]);
};

describe('a regular expression', () => {
  it.each([
    ['a[ab]{0,999}[cd]', 'Condition 1 contains a regular expression that is too large. Please use fewer repetitions.'],
    ['(a{0,99}){0,99}', 'Condition 1 contains a regular expression that is too large. Please use fewer repetitions.'],
    [
      '(?:(?:x{1,50}){1,20})',
      'Condition 1 contains a regular expression that is too large. Please use fewer repetitions.',
    ],
    [
      'x{999}'.repeat(160),
      'Condition 1 contains a regular expression that is too large. Please use fewer repetitions.',
    ],
    [
      `(?i)${String.raw`\pL`.repeat(300)}`,
      'Condition 1 contains a regular expression that is too large. Please use fewer repetitions.',
    ],
    ['x'.repeat(1_001), 'Condition 1 contains a regular expression of more than 1,000 characters.'],
    ['(', 'Condition 1 does not contain a valid regular expression.'],
  ])('is refused: %s', async (pattern, fault) => {
    const answer = await server.as('Administrator').put('/v1/rules', ruleOf(matches(pattern)));
    expect(answer).toMatchObject({ status: 400, body: { errors: { conditions: [fault] } } });
  });

  it('is refused among others whose total is too large', async () => {
    const many = Array.from({ length: 6 }, () => matches('x{450}'));
    const answer = await server.as('Administrator').put('/v1/rules', ruleOf(...many));
    const fault = 'The regular expressions of the conditions are too large in total.';
    expect(answer).toMatchObject({ status: 400, body: { errors: { conditions: [fault] } } });
  });

  it('reads the first 16,384 characters', async () => {
    const ruleId = await create(ruleOf(matches('seen|hidden')));
    const [seen, hidden] = [packetOf(`${'-'.repeat(16_380)}seen`), packetOf(`${'-'.repeat(16_384)}hidden`)];
    expect(await sender.post('/v1/packets', [seen, hidden])).toMatchObject(accepted(2));
    expect(await matchesOf(ruleId)).toEqual([{ subject_id: seen.entityId }]);
    expect(await read(ruleId)).toMatchObject({ outOfServiceSince: null, outOfServiceReason: null });
  });

  it('matches long texts together with others, joined by And and Or', async () => {
    const conditions = [
      matches('disk'),
      matches('cpu', 'Log', ruleOperators.NotMatches),
      { ...matches('fan'), Type: 1 },
    ];
    const ruleId = await create(ruleOf(...conditions));
    const long = (words: string) => packetOf(`${words} `.padEnd(16_000, '-'));
    const packets = [long('disk'), long('disk cpu'), long('fan cpu'), long('cpu')];
    expect(await sender.post('/v1/packets', packets)).toMatchObject(accepted(4));
    const subjects = (await matchesOf(ruleId)).map(({ subject_id: subject }) => subject);
    expect(subjects.toSorted()).toEqual([packets[0]?.entityId, packets[2]?.entityId].toSorted());
  });
});

describe('a rule that takes too long', () => {
  const tooLong = 'Its regular expressions took more than 250 ms on one packet.';

  it('goes out of service, and its packet and all others are accepted', async () => {
    const before = await withdrawn();
    const ruleId = await create(ruleOf(...Array.from({ length: 5 }, () => ({ ...matches(slow), Type: 1 }))));
    const theirs = await create(ruleOf(matches('^b')), server.tenants.foreign);
    const good = await create(ruleOf(matches('^[ab]+$')));
    const packet = packetOf(letters);
    const [own, others] = await Promise.all([
      sender.post('/v1/packets', packet),
      neighbour.post('/v1/packets', packetOf('bb')),
    ]);
    expect(own).toMatchObject(accepted(1));
    expect(others).toMatchObject(accepted(1));
    expect(await read(ruleId)).toMatchObject({
      enabled: true,
      outOfServiceSince: server.clock.now().toISOString(),
      outOfServiceReason: tooLong,
      modifiedBy: 'rules',
    });
    expect(await withdrawn()).toBe(before + 1);
    expect(await matchesOf(theirs)).toHaveLength(1);
    expect(await matchesOf(good)).toHaveLength(1);
    const audited = `select actor_kind, after ->> 'out_of_service_reason' as reason from cfs.audit_records
                     where entity = 'Rule' and entity_id = $1 and actor_name = 'rules'`;
    expect(await server.database.asOwner(audited, [ruleId])).toEqual([{ actor_kind: 'system', reason: tooLong }]);

    expect(await sender.post('/v1/packets', packet)).toMatchObject({ status: 202, body: { duplicates: 1 } });
    expect(await sender.post('/v1/packets', packetOf(letters))).toMatchObject(accepted(1));
    expect(await withdrawn()).toBe(before + 1);
  });

  it('returns to service when it is switched off and on, and when it is edited', async () => {
    const administrator = server.as('Administrator');
    const body = ruleOf(...Array.from({ length: 5 }, () => matches(slow, 'Log', ruleOperators.NotMatches)));
    const ruleId = await create(body);
    await sender.post('/v1/packets', packetOf(letters));
    await administrator.post(`/v1/rules/toggledisabled/${ruleId}`);
    expect((await read(ruleId))?.outOfServiceReason).toBe(tooLong);
    await administrator.post(`/v1/rules/toggledisabled/${ruleId}`);
    expect(await read(ruleId)).toMatchObject({ outOfServiceSince: null, outOfServiceReason: null });
    await sender.post('/v1/packets', packetOf(letters));
    expect((await read(ruleId))?.outOfServiceReason).toBe(tooLong);
    const edited = await administrator.post(`/v1/rules/${ruleId}`, ruleOf(matches('^a')));
    expect(edited).toMatchObject({ status: 200, body: { outOfServiceSince: null, outOfServiceReason: null } });
    await sender.post('/v1/packets', packetOf('abc'));
    expect(await matchesOf(ruleId)).toHaveLength(1);
  });

  it('skips the packets and stays in service if it is a rule of all tenants', async () => {
    const ruleId = await create({ ...ruleOf(...Array.from({ length: 5 }, () => matches(slow))), tenantId: null });
    expect(await sender.post('/v1/packets', packetOf(letters))).toMatchObject(accepted(1));
    expect(await read(ruleId)).toMatchObject({ outOfServiceSince: null });
    expect(await matchesOf(ruleId)).toEqual([]);
    await server.as('Administrator', 'all').delete(`/v1/rules/${ruleId}`);
  });

  it('goes out of service before it runs if it was stored before limits existed', async () => {
    const ruleId = await create(ruleOf(matches('x')));
    const stored = JSON.stringify(Array.from({ length: 30 }, () => matches('a[ab]{0,999}[cd]')));
    await server.database.asOwner('update cfs.rules set conditions = $2 where rule_id = $1', [ruleId, stored]);
    await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
    expect(await sender.post('/v1/packets', packetOf(letters))).toMatchObject(accepted(1));
    await expect
      .poll(async () => (await read(ruleId))?.outOfServiceReason)
      .toContain('Condition 30 contains a regular');
  });

  it('goes out of service if its stored pattern is not a regular expression', async () => {
    const ruleId = await create(ruleOf(matches('x')));
    await server.database.asOwner('update cfs.rules set conditions = $2 where rule_id = $1', [
      ruleId,
      JSON.stringify([matches('(')]),
    ]);
    await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
    expect(await sender.post('/v1/packets', packetOf('x'))).toMatchObject(accepted(1));
    expect((await read(ruleId))?.outOfServiceReason).toBe('It contains a regular expression that is not valid.');
  });
});
