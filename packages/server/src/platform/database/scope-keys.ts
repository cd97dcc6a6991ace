import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Scope } from '../context.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { walPositionOf, type WalPosition } from './replica/wal-position.ts';

/** The keys of the scopes in use: one key for each set of tenants and process, created on first use. */
export interface ScopeKeys {
  keyOf(scope: Scope): Promise<string>;
  /** A position of the write-ahead log that includes the definition of the key; 0 unless positions are kept. */
  definitionOf(key: string): WalPosition;
  /** Redefines keys from now on: a server that was promoted or restored may lack the latest. */
  renew(): void;
  /** Redefines the scope from now on if this is still its key. */
  discard(scope: Scope, key: string): Promise<void>;
  /** Refreshes the keys in use and deletes expired ones of other processes. */
  touch(): Promise<void>;
  /** Deletes this process's keys. */
  deleteAll(): Promise<void>;
}

const maximumKeys = 5_000;

const nameOf = (scope: Scope): string =>
  scope.kind === 'all'
    ? 'all'
    : createHash('sha256')
        .update([...scope.tenantIds].sort().join())
        .digest('base64');

/**
 * Keys are created through the pool of the access role; the application's role cannot read them. `keepsPositions`: for
 * replicas, which receive a key later than the primary.
 */
export const createScopeKeys = (pool: ConnectionPool, clock: Clock, keepsPositions = false): ScopeKeys => {
  const keys = new Map<string, Promise<string>>();
  const definitions = new Map<string, WalPosition>();
  const names = new WeakMap<Scope, string>();

  const define = async (scope: Scope): Promise<string> => {
    const key = randomBytes(24).toString('base64url');
    const tenantIds = scope.kind === 'all' ? [] : [...new Set(scope.tenantIds)];
    await pool.use(undefined, async (connection) => {
      const values = [key, scope.kind === 'all', tenantIds, clock.now()];
      await connection.query('select gate.define_scope($1, $2, $3, $4)', values);
      if (!keepsPositions) return;
      const { rows } = await connection.query('select gate.committed_position()::text as position', []);
      const [{ position }] = rows as [{ position: string }];
      definitions.set(key, walPositionOf(position));
      if (definitions.size > maximumKeys) definitions.delete(definitions.keys().next().value ?? '');
    });
    return key;
  };

  const drop = async (dropped: readonly Promise<string>[]): Promise<void> => {
    const settled = await Promise.allSettled(dropped);
    const known = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (known.length > 0)
      await pool.use(undefined, (connection) => connection.query('select gate.delete_scopes($1)', [known]));
  };

  const cachedNameOf = (scope: Scope): string => {
    const name = names.get(scope) ?? nameOf(scope);
    names.set(scope, name);
    return name;
  };

  return {
    keyOf(scope) {
      const name = cachedNameOf(scope);
      const existing = keys.get(name);
      if (existing) return existing;
      const made = define(scope);
      keys.set(name, made);
      made.catch(() => {
        if (keys.get(name) === made) keys.delete(name);
      });
      if (keys.size > maximumKeys) {
        const [oldest] = keys.keys();
        if (oldest !== undefined) keys.delete(oldest);
      }
      return made;
    },
    definitionOf: (key) => definitions.get(key) ?? 0n,
    renew() {
      keys.clear();
    },
    async discard(scope, key) {
      const name = cachedNameOf(scope);
      const current = keys.get(name);
      if (current && (await current.catch(() => undefined)) === key && keys.get(name) === current) keys.delete(name);
    },
    async touch() {
      const settled = await Promise.allSettled(keys.values());
      const known = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      await pool.use(undefined, (connection) =>
        connection.query('select gate.touch_scopes($1, $2)', [known, clock.now()]),
      );
    },
    async deleteAll() {
      await drop([...keys.values()]);
      keys.clear();
      definitions.clear();
    },
  };
};
