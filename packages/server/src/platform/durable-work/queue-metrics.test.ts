import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext } from '../context.ts';
import { createWork } from './create-work.ts';
import { measureQueue } from './queue-metrics.ts';

let database: TestDatabase;
const clock = new ManualClock();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('reports the waiting steps of each lane and the age of the oldest', async () => {
  const gate = database.createGate({ clock });
  const registry = new Registry();
  measureQueue(registry, gate, clock);
  const tenantId = '00000000-0000-4000-8000-000000000001';
  const context = systemContext({ name: 'test', clock, tenantId });
  const order = (id: string, lane: 'local' | 'http') => ({
    tenantId,
    subject: { kind: 'thing', id },
    kind: 'ThingHappened',
    payload: {},
    steps: [{ action: 'only', sequence: 0, handler: 'note', lane, input: {} }],
  });
  await gate.write(context, 'Settings:edit', (db) =>
    createWork().recordAll(db, context, [order('a', 'local'), order('b', 'http'), order('c', 'http')]),
  );
  clock.advance(4_000);
  const text = await registry.metrics();
  expect(text).toContain('work_steps_waiting{lane="local"} 1');
  expect(text).toContain('work_steps_waiting{lane="http"} 2');
  expect(text).toContain('work_steps_oldest_seconds{lane="http"} 4');
  expect(text).toContain('work_steps_oldest_seconds{lane="mail"} 0');
});
