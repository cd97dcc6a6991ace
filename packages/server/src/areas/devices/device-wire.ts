import type { Device } from '@cfs/contracts/devices';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { deviceEntity } from './device-entity.ts';

/** A device in its wire form. */
export const toDevice = (row: EntityRow<typeof deviceEntity>): Device =>
  toWire(deviceEntity, row, { without: ['createdBy', 'modifiedBy'] });
