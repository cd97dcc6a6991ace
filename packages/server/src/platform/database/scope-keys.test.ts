import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { Scope } from '../context.ts';
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts';
import { createScopeKeys } from './scope-keys.ts';

const clock = new ManualClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Creates keys over a pool that counts its uses and can fail. */
const createKeys = () => {
  const pool = createConnectionPool({
    connection: database.connections.access,
    name: 'cfs-scope-keys-test',
    size: 1,
    statementTimeout: 5_000,
    acquireTimeout: 5_000,
    onIdleError: () => undefined,
  });
  onTestFinished(() => pool.close());
  const state = { uses: 0, fails: false };
  const watched: ConnectionPool = {
    load: () => pool.load(),
    close: () => pool.close(),
    use(preferred, work) {
      state.uses += 1;
      return state.fails ? Promise.reject(new Error('cut off')) : pool.use(preferred, work);
    },
  };
  return { keys: createScopeKeys(watched, clock), state };
};

const scopeOf = (...tenantIds: string[]): Scope => ({ kind: 'tenants', tenantIds });
const stored = (key: string) => database.asOwner('select * from gate.scopes where scope_key = $1', [key]);

describe('the key of a scope', () => {
  it('is the same for the same tenants in any order, and is created once', async () => {
    const { keys, state } = createKeys();
    const [one, two] = [randomUUID(), randomUUID()];
    const made = await Promise.all([
      keys.keyOf(scopeOf(one, two)),
      keys.keyOf(scopeOf(two, one)),
      keys.keyOf(scopeOf(one, two)),
    ]);
    expect(new Set(made).size).toBe(1);
    expect(state.uses).toBe(1);
  });

  it('differs for other tenants, for none and for all', async () => {
    const { keys } = createKeys();
    const [one, two] = [randomUUID(), randomUUID()];
    const made = await Promise.all(
      [scopeOf(one), scopeOf(two), scopeOf(one, two), scopeOf(), { kind: 'all' } as const].map((scope) =>
        keys.keyOf(scope),
      ),
    );
    expect(new Set(made).size).toBe(5);
  });

  it('is cached separately for the objects of different scopes', async () => {
    const { keys } = createKeys();
    const [one, two] = [scopeOf(randomUUID()), scopeOf(randomUUID())];
    const made = await keys.keyOf(one);
    expect(await keys.keyOf(two)).not.toBe(made);
    expect(await keys.keyOf(one)).toBe(made);
  });

  it('is created again after a failure', async () => {
    const { keys, state } = createKeys();
    const scope = scopeOf(randomUUID());
    state.fails = true;
    await expect(keys.keyOf(scope)).rejects.toThrow('cut off');
    state.fails = false;
    expect(await stored(await keys.keyOf(scope))).toHaveLength(1);
  });

  it('is redefined after a renewal', async () => {
    const { keys } = createKeys();
    const scope = scopeOf(randomUUID());
    const before = await keys.keyOf(scope);
    keys.renew();
    const after = await keys.keyOf(scope);
    expect(after).not.toBe(before);
    expect(await stored(after)).toHaveLength(1);
  });

  it('is redefined only once, however often it is discarded', async () => {
    const { keys, state } = createKeys();
    const scope = scopeOf(randomUUID());
    const before = await keys.keyOf(scope);
    await Promise.all([keys.discard(scope, before), keys.discard(scope, before)]);
    const after = await keys.keyOf(scope);
    expect(after).not.toBe(before);
    await keys.discard(scope, before);
    expect(await keys.keyOf(scope)).toBe(after);
    expect(state.uses).toBe(2);
  });

  it('is evicted after five thousand others', async () => {
    let uses = 0;
    const counted = { use: async () => (uses += 1), close: async () => undefined } as unknown as ConnectionPool;
    const keys = createScopeKeys(counted, clock);
    const tenantIds = Array.from({ length: 5_001 }, () => randomUUID());
    const oldest = await keys.keyOf(scopeOf(tenantIds[0] ?? ''));
    for (const tenantId of tenantIds.slice(1, -1)) await keys.keyOf(scopeOf(tenantId));
    expect(await keys.keyOf(scopeOf(tenantIds[0] ?? ''))).toBe(oldest);
    expect(uses).toBe(5_000);
    await keys.keyOf(scopeOf(tenantIds.at(-1) ?? ''));
    expect(await keys.keyOf(scopeOf(tenantIds[0] ?? ''))).not.toBe(oldest);
  });

  it('is kept while it is touched, and is deleted with its process', async () => {
    const [mine, other] = [createKeys(), createKeys()];
    const [kept, expired] = [
      await mine.keys.keyOf(scopeOf(randomUUID())),
      await other.keys.keyOf(scopeOf(randomUUID())),
    ];
    clock.advance(3 * 24 * 60 * 60_000);
    await mine.keys.touch();
    expect([(await stored(kept)).length, (await stored(expired)).length]).toEqual([1, 0]);
    await mine.keys.deleteAll();
    expect(await stored(kept)).toEqual([]);
  });
});
