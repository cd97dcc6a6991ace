import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTables } from '../../access-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTestTenant } from '../../testing/test-people.ts';
import { TurnableClock } from '../../testing/turnable-clock.ts';
import type { AccessGate } from '../database/gate.ts';
import { createSnapshotCache } from './snapshot-cache.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A gate that can be cut off, and that counts what it is asked. */
const watched = (gate: AccessGate) => {
  const state = { reachable: true, asked: 0 };
  const access: AccessGate['access'] = async (work) => {
    state.asked += 1;
    if (!state.reachable) throw new Error('cut off');
    return gate.access(work);
  };
  return { gate: { access, touchScopes: () => gate.touchScopes() }, state };
};

describe('the snapshot of access', () => {
  it('is answered from memory while its last check is fresh', async () => {
    const clock = new TurnableClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    const first = await snapshots.current();
    const asked = state.asked;
    clock.advance(1_000);
    expect(await snapshots.current()).toBe(first);
    expect(state.asked).toBe(asked);
    await snapshots.close();
  });

  it('is checked again before an answer once a second has passed', async () => {
    const clock = new TurnableClock();
    const snapshots = createSnapshotCache(database.createGate({ clock }), accessTables, clock, log);
    const before = await snapshots.current();
    const tenantId = await addTestTenant(database, 'Later', clock.now());
    clock.advance(1_001);
    const after = await snapshots.current();
    expect([before.tenants.has(tenantId), after.tenants.has(tenantId)]).toEqual([false, true]);
    await snapshots.close();
  });

  it('refuses with 503 when a stale one cannot be checked', async () => {
    const clock = new TurnableClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    await snapshots.current();
    state.reachable = false;
    clock.advance(1_001);
    await expect(snapshots.current()).rejects.toMatchObject({ status: 503 });
    state.reachable = true;
    await expect(snapshots.current()).resolves.toBeDefined();
    await snapshots.close();
  });

  it('is not trusted either when the clock was set back', async () => {
    const clock = new TurnableClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    await snapshots.current();
    const asked = state.asked;
    clock.advance(-5_000);
    await snapshots.current();
    expect(state.asked).toBeGreaterThan(asked);
    await snapshots.close();
  });
});
