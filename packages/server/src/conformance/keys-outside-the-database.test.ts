import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentSealKey, createDeviceToken } from '../areas/devices/agent-seal.ts';
import { promoteTestMachine } from '../areas/pending-devices/testing/test-machine.ts';
import { scoreLinkKey, scoreLinks } from '../areas/work-units/score/score-link.ts';
import { createDerivedKeys } from '../platform/secrets/derived-keys.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Every text and every byte string of every row of every table. */
const everythingStored = async (): Promise<ReadonlySet<string>> => {
  const tables = await server.database.asOwner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    for (const { row } of await server.database.asOwner(`select to_jsonb(t) as row from ${name} t`)) {
      for (const text of textsIn(row)) found.add(text);
    }
  }
  return found;
};

/** The bytes that a text may represent. */
const readings = (text: string): readonly Buffer[] => [
  Buffer.from(text),
  Buffer.from(text.replace(/^\\x/, ''), 'hex'),
  Buffer.from(text, 'base64'),
];

it('stores no key with which a device token or a score link can be created', async () => {
  const now = server.clock.now();
  const machine = await promoteTestMachine(server);
  const { token } = (await machine.signIn()).body as { token: string };
  const unit = (
    await server.as('Operator').put('/v1/workunits', { title: 'Screen', severityId: 'Sev2', workUnitTypeId: 1 })
  ).body as WorkUnit;
  const linkOf = (key: Buffer): string => scoreLinks('', key, unit, now)[0]?.href ?? '';
  const link = linkOf(scoreLinkKey(server.services.keys, unit.tenantId));
  expect((await server.anonymous.get(link)).status).toBeLessThan(400);
  const agent = { tenantId: unit.tenantId, agentId: machine.agentId() };
  // With the key itself the same token is created, so the comparison below would find any stored key.
  expect(createDeviceToken(agentSealKey(server.services.keys, agent), agent.agentId, now)).toBe(token);

  const candidates = [...(await everythingStored())].flatMap(readings).filter((key) => key.length > 0);
  expect(candidates.length).toBeGreaterThan(100);
  for (const key of candidates) {
    const keys = createDerivedKeys(key);
    for (const each of [key, agentSealKey(keys, agent)])
      expect(createDeviceToken(each, agent.agentId, now)).not.toBe(token);
    for (const each of [key, scoreLinkKey(keys, unit.tenantId)]) expect(linkOf(each)).not.toBe(link);
  }
});
