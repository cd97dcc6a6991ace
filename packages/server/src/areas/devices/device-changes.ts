import { sql } from 'kysely';
import type { Logger } from 'pino';
import { systemContext } from '../../platform/context.ts';
import { uuidArray } from '../../platform/database/binary-arrays.ts';
import type { Services } from '../../platform/services.ts';
import { configurationVersionSql } from './raise-configuration-version.ts';

/** A device whose configuration has changed, or that was requested by `ask`. */
export interface DeviceChange {
  readonly deviceId: string;
  /** False if the device was requested and has not changed since the last poll. */
  readonly hasChanged: boolean;
  /** Its configuration version; `undefined` if the device is deleted or does not exist. */
  readonly version: number | undefined;
}

/**
 * Reports changes of devices of every tenant, made by any node. Polls the database every half second with two
 * statements, which read the devices that have changed since the last poll, the requested devices, and the tenants
 * whose devices have all changed. Starts with the first call of `ask` or `covers`.
 */
export interface DeviceChanges {
  /** The listener receives the changes of each poll, each change once. */
  listen(listener: (changes: readonly DeviceChange[]) => void): void;
  /** The listener receives the tenants whose devices have all changed; the System tenant means every tenant. */
  listenToTenants(listener: (tenantIds: readonly string[]) => void): void;
  /** Includes the device in the next poll, whether it has changed or not. */
  ask(deviceId: string): void;
  /**
   * Whether listeners have received every change that a read which began at this time of `performance.now()` may have
   * missed, except those of the last second.
   */
  covers(readBegan: number): boolean;
  close(): void;
}

interface Poll {
  /** Id of the oldest transaction whose changes this poll may not have seen yet. */
  readonly horizon: number;
  readonly changes: readonly DeviceChange[];
  readonly raised: readonly RaisedTenant[];
}

/** A tenant whose devices have all changed, and the number that is added to their configuration versions. */
interface RaisedTenant {
  readonly tenantId: string;
  readonly version: number;
}

interface LookRow {
  readonly horizon: number;
  /** Null in the only row of a poll without results. */
  readonly deviceId: string | null;
  readonly version: number;
  readonly isDeleted: boolean;
  readonly hasChanged: boolean;
}

const lookMilliseconds = 500;
const coveredMilliseconds = 1_000;
/** Before the first poll, no transaction counts as a change. */
const noTransaction = Number.MAX_SAFE_INTEGER;

/**
 * A transaction that is still running at the snapshot of a poll is at or beyond the horizon of that poll, so the next
 * poll finds its changes. The upper bound excludes transaction ids of another cluster, from which the database was
 * restored.
 */
const readPoll = async (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  since: number,
  asked: ReadonlySet<string>,
): Promise<Poll> => {
  const context = systemContext({ name: 'device changes', clock, tenantId: 'all' });
  const ids = uuidArray([...asked]);
  const version = configurationVersionSql('devices');
  const { rows, raised } = await gate.read(context, 'Devices:view', async (db) => ({
    rows: await db.guarded(sql<LookRow>`
      select horizon.oldest as horizon, device.device_id as "deviceId", device.version,
        device.is_deleted as "isDeleted", device.changed_in > 0 as "hasChanged"
      from (
        select pg_snapshot_xmin(snapshot)::text::bigint as oldest, pg_snapshot_xmax(snapshot)::text::bigint as next
        from pg_current_snapshot() snapshot
      ) horizon
      left join (
        select device_id, ${version} as version, is_deleted, changed_in from devices where changed_in >= ${since}::bigint
        union all
        select device_id, ${version}, is_deleted, 0 from devices where device_id = any (${ids}::uuid[])
      ) device on device.changed_in < horizon.next`),
    // Sees at least what the first statement saw, so that its horizon is valid here as well.
    raised: await db.guarded(sql<RaisedTenant>`
      select tenant_id as "tenantId", version from configuration_versions where changed_in >= ${since}::bigint
        and changed_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint`),
  }));
  const changes = new Map<string, DeviceChange>();
  for (const deviceId of asked) changes.set(deviceId, { deviceId, hasChanged: false, version: undefined });
  for (const { deviceId, hasChanged, version, isDeleted } of rows) {
    if (deviceId !== null && changes.get(deviceId)?.hasChanged !== true)
      changes.set(deviceId, { deviceId, hasChanged, version: isDeleted ? undefined : version });
  }
  return { horizon: rows[0]?.horizon ?? since, changes: [...changes.values()], raised };
};

export const createDeviceChanges = (
  services: Pick<Services, 'gate' | 'clock'> & { readonly log: Logger },
): DeviceChanges => {
  const listeners: ((changes: readonly DeviceChange[]) => void)[] = [];
  const tenantListeners: ((tenantIds: readonly string[]) => void)[] = [];
  /** Versions that were reported already: successive polls may find the same change. */
  const raisedBefore = new Map<string, number>();
  let asked = new Set<string>();
  let since = noTransaction;
  let coveredFrom = Infinity;
  let lastBegan = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let hasBegun = false;
  let closed = false;

  const look = async (): Promise<void> => {
    const began = performance.now();
    const questions = asked;
    asked = new Set();
    try {
      const { horizon, changes, raised } = await readPoll(services, since, questions);
      since = horizon;
      lastBegan = began;
      if (coveredFrom === Infinity) coveredFrom = performance.now();
      if (closed) return;
      for (const listener of listeners) listener(changes);
      const fresh = raised.filter(({ tenantId, version }) => raisedBefore.get(tenantId) !== version);
      for (const { tenantId, version } of fresh) raisedBefore.set(tenantId, version);
      if (fresh.length > 0) for (const listener of tenantListeners) listener(fresh.map(({ tenantId }) => tenantId));
    } catch (error) {
      asked = new Set([...questions, ...asked]);
      if (!closed) services.log.warn({ err: error }, 'the changes of devices could not be read');
    }
    if (!closed) timer = setTimeout(() => void look(), lookMilliseconds).unref();
  };

  const begin = (): void => {
    if (hasBegun || closed) return;
    hasBegun = true;
    void look();
  };

  return {
    listen: (listener) => {
      listeners.push(listener);
    },
    listenToTenants: (listener) => {
      tenantListeners.push(listener);
    },
    ask: (deviceId) => {
      asked.add(deviceId);
      begin();
    },
    covers: (readBegan) => {
      begin();
      return readBegan >= coveredFrom && performance.now() - lastBegan < coveredMilliseconds;
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
};
