import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { action, historiesOf, hit, matchOnce, settle } from '../testing/match-once.ts';

const minute = 60_000;
let server: TestServer;
let entityId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  entityId = randomUUID();
});

const mail = (Subject: string) => action(builtInActions.sendEmail, { To: 'ops@example.com', Subject });

const readMatches = async () => {
  const answer = await server.as('Viewer').get(`/v1/rulematches?$filter=subjectId eq ${entityId}&$orderby=created`);
  return (answer.body as { value: Record<string, unknown>[] }).value;
};
const openMatch = async (): Promise<string> => String((await readMatches())[0]?.['ruleMatchId']);
const expire = (id: string, body: unknown = { reason: 'Known outage' }, as = server.as('Operator')) =>
  as.post(`/v1/rulematches/${id}/expire`, body);

describe('a match that a user ends', () => {
  it('records who ended it and why, and runs the expiration actions once', async () => {
    const worker = await matchOnce(server, entityId, [], [mail('Over')]);
    const id = await openMatch();
    const answer = await expire(id);
    const { mail: by } = await server.person('Operator');
    expect(answer).toMatchObject({
      status: 200,
      body: { endReason: matchEndReasons.ByHand, endedBy: by, endNote: 'Known outage', completionProcessed: true },
    });
    await settle(worker);
    server.clock.advance(6 * minute);
    await settle(worker);
    expect((await historiesOf(server, entityId)).map((entry) => entry.result_status_id)).toEqual([3, 1]);
    const audit = await server.database.asOwner(
      `select before ->> 'ended' as before, after ->> 'end_note' as after from cfs.audit_records
       where entity = 'RuleMatch' and entity_id = $1`,
      [id],
    );
    expect(audit).toEqual([{ before: null, after: 'Known outage' }]);
  });

  it('ends once when two users end it at the same time', async () => {
    const worker = await matchOnce(server, entityId, [], [mail('Over')]);
    const id = await openMatch();
    const answers = await Promise.all([expire(id), expire(id, { reason: 'Me too' }, server.as('Administrator'))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      detail: 'The match has already ended.',
    });
    await settle(worker);
    expect(await historiesOf(server, entityId)).toHaveLength(2);
  });

  it('lets the next hit begin another match', async () => {
    await matchOnce(server, entityId, []);
    await expire(await openMatch());
    server.clock.advance(1_000);
    await hit(server, entityId);
    expect((await readMatches()).map((match) => match['ended'] === null)).toEqual([false, true]);
  });

  it('returns 400 for a body without a reason and for a malformed id', async () => {
    await matchOnce(server, entityId, []);
    const id = await openMatch();
    for (const body of [{}, { reason: '  ' }, { reason: 7 }, { reason: 'x'.repeat(501) }, [], 'reason', null]) {
      expect((await expire(id, body)).status).toBe(400);
    }
    expect((await expire('none')).status).toBe(400);
    expect((await expire(randomUUID())).status).toBe(404);
    expect((await expire(id, { reason: 'No' }, server.as('Viewer'))).status).toBe(403);
  });
});

describe('an acknowledged match', () => {
  it('shows who acknowledged it, and when', async () => {
    await matchOnce(server, entityId, []);
    const id = await openMatch();
    const { mail: by } = await server.person('Operator');
    const answer = await server.as('Operator').post(`/v1/rulematches/${id}/acknowledge`);
    expect(answer).toMatchObject({
      status: 200,
      body: { acknowledgedBy: by, acknowledged: server.clock.now().toISOString(), ended: null },
    });
    expect(await server.as('Administrator').post(`/v1/rulematches/${id}/acknowledge`)).toMatchObject({
      status: 409,
      body: { detail: `${by} has already acknowledged the match.` },
    });
    expect((await server.as('Viewer').post(`/v1/rulematches/${id}/acknowledge`)).status).toBe(403);
  });
});
