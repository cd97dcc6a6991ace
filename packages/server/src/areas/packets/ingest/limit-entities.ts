import { sql } from 'kysely';
import { integerArray, uuidArray } from '../../../platform/database/binary-arrays.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { IncomingPacket } from './incoming-packet.ts';
import { entityKey, type Entity } from './known-series.ts';

/** Whether an entity exceeds the limit of its tenant, so that its packets are not stored. */
export type IsBeyondLimit = (entity: Entity) => boolean;

interface NewEntity extends Entity {
  /** Number of entities that the tenant has. */
  readonly count: number;
}

/** Returns the entities that are not stored yet, in the given order. */
const findNew = (db: ScopedDatabase, entities: readonly Entity[]): Promise<readonly NewEntity[]> =>
  db.run<NewEntity>(sql`
    select asked.tenant_id as "tenantId", asked.entity_id as "entityId", coalesce(counted.count, 0) as count
    from unnest(
      ${uuidArray(entities.map(({ tenantId }) => tenantId))}::uuid[],
      ${uuidArray(entities.map(({ entityId }) => entityId))}::uuid[]
    ) with ordinality as asked(tenant_id, entity_id, ordinal)
    left join packet_entity_counts counted using (tenant_id)
    where ${db.scopeGuard} and not exists (
      select from packets_latest latest
      where latest.tenant_id = asked.tenant_id and latest.entity_id = asked.entity_id)
    order by asked.ordinal`);

/** Locks the counts of tenants until the transaction ends, always in the same order. */
const lockCounts = async (db: ScopedDatabase, tenantIds: Iterable<string>): Promise<void> => {
  await db.run(sql`
    insert into packet_entity_counts as held (tenant_id, count)
    select asked.tenant_id, 0 from unnest(${uuidArray([...tenantIds])}::uuid[]) as asked(tenant_id)
    where ${db.scopeGuard} order by asked.tenant_id
    on conflict (tenant_id) do update set count = held.count`);
};

const raiseCounts = async (db: ScopedDatabase, added: ReadonlyMap<string, number>): Promise<void> => {
  await db.run(sql`
    update packet_entity_counts counted set count = counted.count + added.count
    from unnest(${uuidArray([...added.keys()])}::uuid[], ${integerArray([...added.values()])}::integer[])
      as added(tenant_id, count)
    where counted.tenant_id = added.tenant_id and ${db.scopeGuard}`);
};

/**
 * Counts the new entities of packets in the transaction that stores them, and returns which exceed the limits of their
 * tenants. Each entity takes a row and a series, of which an installation has 2,147,483,647, and any holder of a token
 * can name new ones. `packets` contains one packet of each entity; entities of devices are not counted.
 */
export const limitEntities = async (
  db: ScopedDatabase,
  packets: readonly IncomingPacket[],
  entitiesPerTenant: number,
): Promise<IsBeyondLimit> => {
  const beyond = new Set<string>();
  const isBeyond: IsBeyondLimit = (entity) => beyond.has(entityKey(entity));
  const found = packets.length === 0 ? [] : await findNew(db, packets);
  // A tenant at its limit may send them repeatedly, so they wait for no lock.
  for (const entity of found) if (entity.count >= entitiesPerTenant) beyond.add(entityKey(entity));
  const admissible = found.filter((entity) => !isBeyond(entity));
  if (admissible.length === 0) return isBeyond;
  await lockCounts(db, new Set(admissible.map(({ tenantId }) => tenantId)));
  // Another node may have stored some of them before this one locked the counts.
  const ofTenant = Map.groupBy(await findNew(db, admissible), ({ tenantId }) => tenantId);
  const added = new Map<string, number>();
  for (const [tenantId, entities] of ofTenant) {
    const room = Math.max(entitiesPerTenant - (entities[0]?.count ?? 0), 0);
    for (const entity of entities.slice(room)) beyond.add(entityKey(entity));
    if (room > 0) added.set(tenantId, Math.min(room, entities.length));
  }
  if (added.size > 0) await raiseCounts(db, added);
  return isBeyond;
};
