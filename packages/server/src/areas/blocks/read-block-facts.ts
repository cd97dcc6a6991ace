import { blockTypes } from '@cfs/contracts/block-enumerations';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';

/** What rules may ask about the entity of a packet. */
export interface BlockFact {
  readonly subscriptionId: string;
  readonly name: string;
  /** Whether it is a device, of which the block shows the heartbeat. */
  readonly isDevice: boolean;
}

export interface BlockFacts {
  /** `undefined` for an entity that no block shows. */
  of(tenantId: string, entityId: string): BlockFact | undefined;
}

interface Row extends BlockFact {
  readonly tenantId: string;
  readonly blockId: string;
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

/** Reads the blocks of entities; a device has its heartbeat block, so it is found like any other. */
export const readBlockFacts = async (
  db: ScopedDatabase,
  entities: readonly { readonly tenantId: string; readonly entityId: string }[],
): Promise<BlockFacts> => {
  const asked = new Map(entities.map(({ tenantId, entityId }) => [`${tenantId} ${entityId}`, { tenantId, entityId }]));
  const rows =
    asked.size === 0
      ? []
      : await db.guarded(sql<Row>`
          select block.tenant_id as "tenantId", block.block_id as "blockId",
                 block.subscription_id as "subscriptionId", block.name,
                 block.block_type_id = ${sql.lit(blockTypes.deviceHeartbeat)} as "isDevice"
          from ${recordSet('asked', { tenantId: 'uuid', entityId: 'uuid' }, [...asked.values()])}
          join blocks block on block.tenant_id = asked."tenantId" and block.block_id = asked."entityId"`);
  const facts = new Map(rows.map(({ tenantId, blockId, ...fact }) => [`${tenantId} ${blockId}`, fact]));
  return { of: (tenantId, entityId) => facts.get(`${tenantId} ${entityId}`) };
};
