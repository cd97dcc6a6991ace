import type { Block } from '@cfs/contracts/blocks';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { blockEntity } from './block-entity.ts';

/** A block in its wire form. */
export const toBlock = (row: EntityRow<typeof blockEntity>): Block =>
  toWire(blockEntity, row, { without: ['createdBy', 'modifiedBy'] });
