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

/** The fields of a block that users edit, for the audit record. */
const writtenOf = (row: Parameters<typeof toBlock>[0]) => ({
  ...pickFields(blockTexts, toBlock(row)),
  parentEntityId: row.parent_entity_id,
});

/**
 * Finds a block and locks it. Block ids are unique only within a tenant, so the block of the request's tenant is
 * preferred to those of other tenants in the caller's scope.
 */
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
 * Creates a block in the request's tenant.
 *
 * @throws 403 without the permission in that tenant, 400 for a subscription that the tenant does not have or an invalid
 *   parent, 409 if the tenant already has a block with this id.
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

/** @throws 400 for an invalid parent, 404 for a block outside the caller's scope, 409 for a stale `modified`. */
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
 * Deletes the block; its packets stay.
 *
 * @throws 404 for a block outside the caller's scope, 409 for the heartbeat block of a device, which is deleted only
 *   with its device.
 */
export const deleteBlock = (services: Needs, context: Context, blockId: string): Promise<void> =>
  services.gate.write(context, 'Blocks:delete', async (db, change) => {
    const row = await findBlock(db, context, 'Blocks:delete', blockId);
    if (row.block_type_id === blockTypes.deviceHeartbeat) {
      throw conflict('The heartbeat of a device is deleted with its device.');
    }
    await db.deleteFrom('blocks').where('tenant_id', '=', row.tenant_id).where('block_id', '=', blockId).execute();
    await change.record({
      entity: 'Block',
      id: blockId,
      tenantId: row.tenant_id,
      before: writtenOf(row),
    });
  });
