import { blockTypes } from '@cfs/contracts/block-enumerations';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';

/** What rules may ask about the entity of a packet. */
export interface EntityFact {
  /** Of its block; without one, of the device whose operation it is. */
  readonly subscriptionId: string;
  /** `undefined` where no block shows the entity. */
  readonly name: string | undefined;
  /** The device itself, or the one that sends the packets of the entity. */
  readonly deviceId: string | undefined;
}

export interface EntityFacts {
  /** `undefined` for an entity that neither a block shows nor a device sends. */
  of(tenantId: string, entityId: string): EntityFact | undefined;
}

interface Row {
  readonly tenantId: string;
  readonly entityId: string;
  readonly subscriptionId: string;
  readonly name: string | null;
  readonly deviceId: string | null;
}

/** A block and when it was created. */
export interface CreatedBlock {
  readonly entityId: string;
  readonly last: Date;
}

/** The blocks of a tenant that were created up to the moment. */
export const findCreatedBlocks = (db: ScopedDatabase, tenantId: string, until: Date): Promise<CreatedBlock[]> =>
  db
    .selectFrom('blocks')
    .select(['block_id as entityId', 'created as last'])
    .where('tenant_id', '=', tenantId)
    .where('created', '<=', until)
    .orderBy('block_id')
    .execute();

/** When the block of an entity was created; `undefined` for an entity without one. */
export const findBlockCreation = async (
  db: ScopedDatabase,
  tenantId: string,
  entityId: string,
): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('blocks')
    .select('created')
    .where('tenant_id', '=', tenantId)
    .where('block_id', '=', entityId)
    .executeTakeFirst();
  return row?.created;
};

/** Reads the blocks of entities and the devices that send their packets; a device has its heartbeat block. */
export const readEntityFacts = async (
  db: ScopedDatabase,
  entities: readonly { readonly tenantId: string; readonly entityId: string }[],
): Promise<EntityFacts> => {
  const asked = new Map(entities.map(({ tenantId, entityId }) => [`${tenantId} ${entityId}`, { tenantId, entityId }]));
  const rows =
    asked.size === 0
      ? []
      : await db.guarded(sql<Row>`
          select asked."tenantId", asked."entityId",
                 coalesce(block.subscription_id, device.subscription_id) as "subscriptionId", block.name,
                 case when block.block_type_id = ${sql.lit(blockTypes.deviceHeartbeat)} then block.block_id
                      else device.block_id end as "deviceId"
          from ${recordSet('asked', { tenantId: 'uuid', entityId: 'uuid' }, [...asked.values()])}
          left join blocks block on block.tenant_id = asked."tenantId" and block.block_id = asked."entityId"
          left join packets_latest latest
            on latest.tenant_id = asked."tenantId" and latest.entity_id = asked."entityId"
          left join blocks device on device.tenant_id = latest.tenant_id and device.block_id = latest.device_id
          where block.block_id is not null or device.block_id is not null`);
  const facts = new Map(
    rows.map(({ tenantId, entityId, subscriptionId, name, deviceId }) => [
      `${tenantId} ${entityId}`,
      { subscriptionId, name: name ?? undefined, deviceId: deviceId ?? undefined },
    ]),
  );
  return { of: (tenantId, entityId) => facts.get(`${tenantId} ${entityId}`) };
};
