import { blockTypes } from '@cfs/contracts/block-enumerations';
import { blockTexts, type Block, type BlockCreation, type BlockUpdate } from '@cfs/contracts/blocks';
import { pickFields } from '@cfs/contracts/stored-fields';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { toColumns } from '../../platform/odata/wire-form.ts';
import { conflict, forbidden, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { blockEntity } from './block-entity.ts';
import { toBlock } from './block-wire.ts';
import { expectParent } from './expect-parent.ts';
import { insertBlock } from './insert-block.ts';
import { expectSubscription } from '../subscriptions/expect-subscription.ts';

type Needs = Pick<Services, 'gate' | 'clock'>;

/** What a person writes of a block, for the audit. */
const writtenOf = (row: Parameters<typeof toBlock>[0]) => ({
  ...pickFields(blockTexts, toBlock(row)),
  parentEntityId: row.parent_entity_id,
});

/** Block ids are unique within their tenant only: the request's own comes before any other that the caller may reach. */
const findBlock = async (
  db: ScopedDatabase,
  context: Context,
  permission: 'Blocks:edit' | 'Blocks:delete',
  blockId: string,
) => {
  const row = await db
    .selectFrom('blocks')
    .selectAll()
    .where('block_id', '=', blockId)
    .where(inScope(context, permission, 'blocks.tenant_id'))
    .orderBy((eb) => eb('tenant_id', '=', context.tenantId), 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Block');
  return row;
};

/**
 * Makes a block in the request's tenant.
 *
 * @throws 403 without the permission in that tenant, 400 for a subscription that the tenant does not have or a parent that
 *   cannot be one, 409 for an id that it has a block of already.
 */
export const createBlock = async (
  services: Needs & Pick<Services, 'snapshot'>,
  context: Context,
  creation: BlockCreation,
): Promise<Block> => {
  if (!context.can('Blocks:create')) throw forbidden();
  await expectSubscription(services, context.tenantId, creation.subscriptionId);
  return services.gate.write(context, 'Blocks:create', (db, change) => insertBlock(db, change, creation));
};

/** @throws 400 for a parent that cannot be one, 404 for a block out of reach, 409 when it has moved on since the form was opened. */
export const updateBlock = (
  services: Needs,
  context: Context,
  blockId: string,
  { modified, ...update }: BlockUpdate,
): Promise<Block> =>
  services.gate.write(context, 'Blocks:edit', async (db, change) => {
    const row = await findBlock(db, context, 'Blocks:edit', blockId);
    expectModified(row.modified, modified);
    if (update.parentEntityId !== row.parent_entity_id)
      await expectParent(db, row.tenant_id, blockId, update.parentEntityId);
    const changed = await db
      .updateTable('blocks')
      .set({
        ...toColumns(blockEntity, update),
        ...change.modified(row),
      })
      .where('tenant_id', '=', row.tenant_id)
      .where('block_id', '=', blockId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.record({
      entity: 'Block',
      id: blockId,
      tenantId: row.tenant_id,
      before: writtenOf(row),
      after: update,
    });
    return toBlock(changed);
  });

/**
 * Takes the block away; its packets stay.
 *
 * @throws 404 for a block out of reach, 409 for the heartbeat of a device, which goes with its device.
 */
export const deleteBlock = (services: Needs, context: Context, blockId: string): Promise<void> =>
  services.gate.write(context, 'Blocks:delete', async (db, change) => {
    const row = await findBlock(db, context, 'Blocks:delete', blockId);
    if (row.block_type_id === blockTypes.deviceHeartbeat) {
      throw conflict('The heartbeat of a device goes with its device.');
    }
    await db.deleteFrom('blocks').where('tenant_id', '=', row.tenant_id).where('block_id', '=', blockId).execute();
    await change.record({
      entity: 'Block',
      id: blockId,
      tenantId: row.tenant_id,
      before: writtenOf(row),
    });
  });
