import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { leaseMilliseconds } from '../../../platform/durable-work/claim-steps.ts';
import { laneCapacities } from '../../../platform/durable-work/run-lane.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { isDeep } from '../../../testing/is-deep.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { decodeMail, startMailPeer, type MailPeer } from '../../actions/testing/mail-peer.ts';
import type { SubscriberCrashTask } from '../testing/subscriber-crash.fixture.ts';
import { budgetMilliseconds } from './spent-budget.ts';

const program = fileURLToPath(new URL('../testing/subscriber-crash.fixture.ts', import.meta.url));
/** Number of subscribers; `npm run test:deep` uses the maximum of a tenant, and kills at more points. */
const subscriberCount = isDeep ? 10_000 : 40;
const publishingPoints = isDeep ? ['step-applied', 'step-before-commit'] : ['step-before-commit'];
const digestPoints = isDeep ? ['timer-before-commit', 'timer-after-commit'] : ['timer-after-commit'];
const mailKills = (isDeep ? [0.3, 0.6] : [0.5]).map((share) => subscriberCount * share);

let peer: MailPeer;
let server: TestServer;
let environment: Record<string, string>;

beforeAll(async () => {
  peer = await startMailPeer();
  environment = {
    SMTP_URL: peer.url,
    PUBLIC_ORIGIN: 'https://portal.example.com',
    SUBSCRIBER_MAIL_BUDGET: '1',
  };
  server = await startTestServer({ environment });
  await server.database.asOwner(
    `insert into cfs.communication_subscribers
       (tenant_id, subscriber_id, address, state, requested, confirmed, created, created_by)
     select $1, gen_random_uuid(), 'reader' || number || '@contoso.example', 2, $2, $2, $2, 'visitor'
     from generate_series(1, $3::integer) number`,
    [server.tenants.own, server.clock.now(), subscriberCount],
  );
});
afterAll(async () => {
  await server.close();
  await peer.close();
});

interface Kill {
  /** The kill point at which the process ends itself. */
  readonly point?: string;
  /** The process is killed after replies to this number of mails, while it waits for replies to further ones. */
  readonly mails?: number;
}

/** Runs due work in a separate process; returns the signal that ended it, or its exit code. */
const work = async ({ point = '', mails = Infinity }: Kill = {}): Promise<string | number> => {
  peer.silentFrom = mails;
  const now = server.clock.now().toISOString();
  const task: SubscriberCrashTask = { connections: server.database.connections, now, environment };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    env: { ...process.env, CFS_CRASH_AT: point },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  if (mails !== Infinity) {
    await expect.poll(() => peer.received.length, { timeout: 900_000 }).toBeGreaterThan(mails);
    child.kill('SIGKILL');
  }
  const [code, signal] = await exit;
  // The work that the process had claimed is due again once its lease has expired.
  server.clock.advance(leaseMilliseconds);
  return signal ?? code ?? -1;
};

const ledger = () =>
  server.database.asOwner<{ kind: number; state: number; addresses: number; mails: number }>(
    `select kind, state, count(distinct address)::integer as addresses, count(*)::integer as mails
     from cfs.subscriber_deliveries group by kind, state order by kind, state`,
  );

const headerOf = (mail: string, name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(mail)?.[1] ?? '';

/** Each subscriber received the mail; mails in flight at a kill may have arrived twice, with the same Message-ID. */
const expectReceived = (): void => {
  const mails = peer.received.map(decodeMail);
  const messages = Map.groupBy(mails, (mail) => headerOf(mail, 'To'));
  expect(messages.size).toBe(subscriberCount);
  for (const [address, copies] of messages)
    expect(new Set(copies.map((mail) => headerOf(mail, 'Message-ID'))).size, address).toBe(1);
  expect(mails.length - subscriberCount).toBeLessThanOrEqual((mailKills.length + 1) * laneCapacities.mail.running);
};

const [update, digest] = [2, 3];
const [accepted, digested] = [2, 6];
const everybody = { addresses: subscriberCount, mails: subscriberCount };

test(
  'a killed worker neither loses nor duplicates mails to subscribers, including budget and digest',
  {
    timeout: 3_600_000,
  },
  async () => {
    const operator = server.as('Operator');
    const created = await operator.put('/v1/workunitcommunications', {
      title: 'The mail is down',
      serviceManager: 'manager@example.com',
      tenantId: server.tenants.own,
    });
    const { workUnitCommunicationId: id } = created.body as { workUnitCommunicationId: string };
    for (const point of publishingPoints) {
      expect(await work({ point })).toBe('SIGKILL');
      expect(await ledger()).toEqual([]);
    }
    expect(await work({ point: 'step-after-commit' })).toBe('SIGKILL');
    expect(await ledger()).toMatchObject([{ kind: update, ...everybody }]);
    for (const mails of mailKills) expect(await work({ mails })).toBe('SIGKILL');
    expect(await work()).toBe(0);
    expect(await ledger()).toEqual([{ kind: update, state: accepted, ...everybody }]);
    expectReceived();

    peer.received.length = 0;
    const worker = createTestWorker(server.services, 'communications');
    for (const currentImpact of ['One', 'Two']) {
      expect((await operator.post(`/v1/workunitcommunications/${id}`, { currentImpact })).status).toBe(200);
      server.clock.advance(1);
      while ((await worker.runDue()) > 0);
    }
    expect(peer.received).toEqual([]);
    server.clock.advance(budgetMilliseconds);
    for (const point of digestPoints) expect(await work({ point })).toBe('SIGKILL');
    for (const mails of mailKills) expect(await work({ mails })).toBe('SIGKILL');
    expect(await work()).toBe(0);
    expect(await ledger()).toEqual([
      { kind: update, state: accepted, ...everybody },
      { kind: update, state: digested, addresses: subscriberCount, mails: 2 * subscriberCount },
      { kind: digest, state: accepted, ...everybody },
    ]);
    expectReceived();
  },
);
