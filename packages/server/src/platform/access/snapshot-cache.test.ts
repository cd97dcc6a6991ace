import { pino, type Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accessTables } from '../../access-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTestTenant } from '../../testing/test-people.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemTenantId } from '../context.ts';
import type { AccessGate } from '../database/gate.ts';
import { createSnapshotCache } from './snapshot-cache.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Wraps a gate so that a test can make it unreachable and counts its calls. */
const watched = (gate: AccessGate) => {
  const state = { reachable: true, asked: 0, before: async (): Promise<void> => undefined };
  const access: AccessGate['access'] = async (work) => {
    state.asked += 1;
    if (!state.reachable) throw new Error('cut off');
    await state.before();
    return gate.access(work);
  };
  return { gate: { access, touchScopes: () => gate.touchScopes(), loads: () => gate.loads() }, state };
};

describe('the snapshot of access', () => {
  it('is served from memory for a second after its last check', async () => {
    const clock = new ManualClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    const first = await snapshots.current();
    const asked = state.asked;
    clock.advance(1_000);
    expect(await snapshots.current()).toBe(first);
    expect(state.asked).toBe(asked);
    await snapshots.close();
  });

  it('is checked again before use once a second has passed', async () => {
    const clock = new ManualClock();
    const snapshots = createSnapshotCache(database.createGate({ clock }), accessTables, clock, log);
    const before = await snapshots.current();
    const tenantId = await addTestTenant(database, 'Later', clock.now());
    clock.advance(1_001);
    const after = await snapshots.current();
    expect([before.tenants.has(tenantId), after.tenants.has(tenantId)]).toEqual([false, true]);
    await snapshots.close();
  });

  it('is unavailable with 503 if it is stale and cannot be checked', async () => {
    const clock = new ManualClock();
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

  it('is checked again after the clock was set back', async () => {
    const clock = new ManualClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    await snapshots.current();
    const asked = state.asked;
    clock.advance(-5_000);
    await snapshots.current();
    expect(state.asked).toBeGreaterThan(asked);
    await snapshots.close();
  });

  it('is the same object while the epoch is unchanged, at the cost of one query', async () => {
    const clock = new ManualClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    const first = await snapshots.current();
    const asked = state.asked;
    clock.advance(1_001);
    expect(await snapshots.current()).toBe(first);
    expect(state.asked).toBe(asked + 1);
    await snapshots.close();
  });

  it('lists the tenants by name, without the System tenant', async () => {
    const clock = new ManualClock();
    const snapshots = createSnapshotCache(database.createGate({ clock }), accessTables, clock, log);
    for (const name of ['beta', 'Alpha', 'Gamma']) await addTestTenant(database, `Named ${name}`, clock.now());
    const { tenants, tenantsByName } = await snapshots.current();
    expect(tenants.has(systemTenantId)).toBe(false);
    const names = tenantsByName.map(({ name }) => name).filter((name) => name.startsWith('Named '));
    expect(names).toEqual(['Named Alpha', 'Named beta', 'Named Gamma']);
    expect(tenantsByName.map(({ tenantId }) => tenantId)).not.toContain(systemTenantId);
    await snapshots.close();
  });

  it('follows a restored database, whose epoch is lower', async () => {
    const clock = new ManualClock();
    const snapshots = createSnapshotCache(database.createGate({ clock }), accessTables, clock, log);
    const lost = await addTestTenant(database, 'Lost', clock.now());
    expect((await snapshots.refresh()).tenants.has(lost)).toBe(true);
    await database.asOwner('delete from cfs.tenants where tenant_id = $1', [lost]);
    await database.asOwner('update gate.access_epoch set epoch = 1');
    clock.advance(1_001);
    expect((await snapshots.current()).tenants.has(lost)).toBe(false);
    await snapshots.close();
  });

  it('is read only once again for all refreshes that are requested during a read', async () => {
    const clock = new ManualClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    await snapshots.current();
    const held = Promise.withResolvers<void>();
    state.before = () => held.promise;
    const asked = state.asked;
    const earlier = snapshots.refresh();
    await expect.poll(() => state.asked).toBe(asked + 1);
    const tenantId = await addTestTenant(database, 'Overlapped', clock.now());
    const later = Array.from({ length: 40 }, () => snapshots.refresh());
    held.resolve();
    const [first, ...others] = await Promise.all(later);
    expect(first?.tenants.has(tenantId)).toBe(true);
    expect(others.every((other) => other === first)).toBe(true);
    await earlier;
    expect(state.asked).toBe(asked + 2);
    expect(await snapshots.current()).toBe(first);
    await snapshots.close();
  });

  it('is read again by a refresh after a failed one', async () => {
    const clock = new ManualClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const snapshots = createSnapshotCache(gate, accessTables, clock, log);
    state.reachable = false;
    await expect(snapshots.refresh()).rejects.toMatchObject({ status: 503 });
    state.reachable = true;
    await expect(snapshots.refresh()).resolves.toBeDefined();
    await snapshots.close();
  });

  it('is read again by a refresh, whatever its age', async () => {
    const clock = new ManualClock();
    const snapshots = createSnapshotCache(database.createGate({ clock }), accessTables, clock, log);
    const first = await snapshots.current();
    const tenantId = await addTestTenant(database, 'Refreshed', clock.now());
    expect(first.tenants.has(tenantId)).toBe(false);
    expect((await snapshots.refresh()).tenants.has(tenantId)).toBe(true);
    expect((await snapshots.current()).tenants.has(tenantId)).toBe(true);
    await snapshots.close();
  });
});

describe('the poll of the access snapshot', () => {
  const pollWith = (warn: () => void = () => undefined) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = new ManualClock();
    const { gate, state } = watched(database.createGate({ clock }));
    const kept = { warn } as unknown as Logger;
    return { clock, state, snapshots: createSnapshotCache(gate, accessTables, clock, kept) };
  };

  it('finds changes without a call, and ends when the cache is closed', async () => {
    const { clock, state, snapshots } = pollWith();
    await snapshots.current();
    const tenantId = await addTestTenant(database, 'Polled', clock.now());
    const asked = state.asked;
    vi.advanceTimersByTime(500);
    await expect.poll(() => state.asked).toBe(asked + 2);
    await snapshots.close();
    expect((await snapshots.current()).tenants.has(tenantId)).toBe(true);
    expect(state.asked).toBe(asked + 2);
    vi.advanceTimersByTime(5_000);
    expect(state.asked).toBe(asked + 2);
  });

  it('logs a failure, and none once the cache is closed', async () => {
    const warn = vi.fn();
    const { state, snapshots } = pollWith(warn);
    await snapshots.current();
    state.reachable = false;
    vi.advanceTimersByTime(500);
    await expect.poll(() => warn.mock.calls).toHaveLength(1);
    vi.advanceTimersByTime(500);
    await snapshots.close();
    await new Promise(setImmediate);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('is awaited by close', async () => {
    const { state, snapshots } = pollWith();
    await snapshots.current();
    const released = Promise.withResolvers<void>();
    state.before = () => released.promise;
    vi.advanceTimersByTime(500);
    let isClosed = false;
    const closing = snapshots.close().then(() => (isClosed = true));
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    released.resolve();
    await closing;
  });
});
