import { blockTypes } from '@cfs/contracts/block-enumerations';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';

/** The facts about the entity of a packet that rules can use. */
export interface EntityFact {
  /** Subscription of its block or, without a block, of the device that sends its packets. */
  readonly subscriptionId: string;
  /** Name of its block; `undefined` if no block shows the entity. */
  readonly name: string | undefined;
  /** The device itself if the entity is its heartbeat, otherwise the device that sends the packets of the entity. */
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

/** Returns the blocks of a tenant that were created at or before `until`. */
export const findCreatedBlocks = (db: ScopedDatabase, tenantId: string, until: Date): Promise<CreatedBlock[]> =>
  db
    .selectFrom('blocks')
    .select(['block_id as entityId', 'created as last'])
    .where('tenant_id', '=', tenantId)
    .where('created', '<=', until)
    .orderBy('block_id')
    .execute();

/** Returns the time at which the block of an entity was created; `undefined` for an entity without a block. */
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

/** Reads the facts of entities from their blocks and the heartbeat blocks of the devices that send their packets. */
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
