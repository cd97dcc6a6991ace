import type { Generated, Selectable } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { rollOutDeviceEntity } from './roll-out-device-entity.ts';
import type { rollOutEntity } from './roll-out-entity.ts';

/** A row of cfs.roll_outs. */
export type RollOutTable = EntityRow<typeof rollOutEntity> & {
  /** Whether the version is still being taken back from devices, after a stop or abort. */
  takes_back: Generated<boolean>;
  /** JSON of a `DeviceChoice`; `null` once all devices are chosen. */
  choice: string | null;
};
export type RollOutRow = Selectable<RollOutTable>;

/** A row of cfs.roll_out_devices. */
export type RollOutDeviceTable = Omit<EntityRow<typeof rollOutDeviceEntity>, 'roll_out_device_id'> & {
  roll_out_device_id: Generated<string>;
  /** The version that was desired before; `null` for none. */
  former_version_id: string | null;
  /** Whether the device was processed after the roll-out was stopped or aborted. */
  taken_back: Generated<boolean>;
};
