import { sql } from 'kysely';
import { uuidArray } from '../../platform/database/binary-arrays.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { IncomingPacket } from './incoming-packet.ts';

/** From one count of a tenant's entities to the next. */
const countedForMilliseconds = 3_600_000;
/** The counts of all tenants are evicted when there are more. */
const maxCounts = 10_000;

interface Entity {
  readonly tenant_id: string;
  readonly entity_id: string;
}

/** What a transaction may not store, and what it adds to the entities of tenants. */
export interface LimitedEntities {
  readonly isBeyond: (packet: IncomingPacket) => boolean;
  /** To be called once the transaction is committed. */
  committed(): void;
}

/** Bounds the entities of a tenant. */
export interface EntityLimit {
  /** Looks at the packets of entities that may be new, one of each, of which no device sends any; `now` is the server's time. */
  limit(db: ScopedDatabase, packets: readonly IncomingPacket[], now: Date): Promise<LimitedEntities>;
}

const keyOf = (tenantId: string, entityId: string): string => `${tenantId} ${entityId}`;

/** The entities of the packets that are not stored, in the order of the packets. */
const findNew = (db: ScopedDatabase, packets: readonly IncomingPacket[]): Promise<readonly Entity[]> =>
  db.run<Entity>(sql`
    select asked.tenant_id, asked.entity_id
    from unnest(
      ${uuidArray(packets.map(({ tenantId }) => tenantId))}::uuid[],
      ${uuidArray(packets.map(({ entityId }) => entityId))}::uuid[]
    ) with ordinality as asked(tenant_id, entity_id, ordinal)
    where ${db.scopeGuard} and not exists (
      select from packets_latest latest
      where latest.tenant_id = asked.tenant_id and latest.entity_id = asked.entity_id)
    order by asked.ordinal`);

/** How many entities tenants have for which others than their devices send. */
const countEntities = async (
  db: ScopedDatabase,
  tenantIds: readonly string[],
): Promise<readonly { readonly tenantId: string; readonly count: number }[]> =>
  db.run(sql`
    select asked.tenant_id as "tenantId", (
      select count(*) from packets_latest latest
      where latest.tenant_id = asked.tenant_id and latest.device_id is null)::integer as count
    from unnest(${uuidArray(tenantIds)}::uuid[]) as asked(tenant_id)
    where ${db.scopeGuard}`);

/**
 * Each entity takes a row and a series, of which an installation has 2,147,483,647, and anybody with a token can name new
 * ones. Devices send for themselves and their operations alone, and are not counted. A tenant is counted at most once an
 * hour: nodes that store at once may exceed the limit by what they store in that time.
 */
export const createEntityLimit = (entitiesPerTenant: number): EntityLimit => {
  const counts = new Map<string, { count: number; readonly until: number }>();

  const countAgain = async (db: ScopedDatabase, tenantIds: readonly string[], now: number): Promise<void> => {
    const outdated = tenantIds.filter((tenantId) => (counts.get(tenantId)?.until ?? 0) <= now);
    if (outdated.length === 0) return;
    if (counts.size + outdated.length > maxCounts) counts.clear();
    for (const { tenantId, count } of await countEntities(db, outdated))
      counts.set(tenantId, { count, until: now + countedForMilliseconds });
  };

  return {
    async limit(db, packets, now) {
      const added = packets.length === 0 ? [] : await findNew(db, packets);
      if (added.length === 0) return { isBeyond: () => false, committed: () => undefined };
      const ofTenant = Map.groupBy(added, ({ tenant_id: tenantId }) => tenantId);
      await countAgain(db, [...ofTenant.keys()], now.getTime());
      const beyond = new Set<string>();
      const stored: [tenantId: string, count: number][] = [];
      for (const [tenantId, entities] of ofTenant) {
        const room = Math.max(entitiesPerTenant - (counts.get(tenantId)?.count ?? 0), 0);
        for (const { entity_id: entityId } of entities.slice(room)) beyond.add(keyOf(tenantId, entityId));
        stored.push([tenantId, Math.min(room, entities.length)]);
      }
      return {
        isBeyond: ({ tenantId, entityId }) => beyond.has(keyOf(tenantId, entityId)),
        committed() {
          for (const [tenantId, count] of stored) {
            const counted = counts.get(tenantId);
            if (counted) counted.count += count;
          }
        },
      };
    },
  };
};
