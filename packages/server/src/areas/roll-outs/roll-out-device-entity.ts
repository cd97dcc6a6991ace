import { rollOutDeviceStates } from '@cfs/contracts/roll-out-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';

/** Devices of roll-outs, in the order in which they receive the version. */
export const rollOutDeviceEntity = defineEntity({
  name: 'RollOutDevice',
  description: 'A device of a roll-out, with its progress.',
  set: 'rollOutDevices',
  table: 'roll_out_devices',
  key: 'rollOutDeviceId',
  keyColumn: 'roll_out_device_id',
  permission: 'Devices:view',
  reach: 'context',
  defaultOrder: [{ property: 'position' }],
  properties: {
    rollOutDeviceId: { type: 'guid', sql: 'roll_out_device_id', sort: true },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    rollOutId: { type: 'guid', sql: 'roll_out_id', sort: false },
    deviceId: { type: 'guid', sql: 'device_id', sort: false },
    deviceName: {
      type: 'string',
      sql: (alias) =>
        `(select named.name from devices named ` +
        `where named.tenant_id = ${alias}.tenant_id and named.device_id = ${alias}.device_id)`,
      sort: false,
    },
    stage: { type: 'int32', sql: 'stage', sort: false },
    position: { type: 'int32', sql: 'position', sort: true, description: 'Place in the roll-out, from 0.' },
    state: { type: 'int32', sql: 'state', enumeration: rollOutDeviceStates, sort: false },
    detail: { type: 'string', sql: 'detail', nullable: true, sort: false },
    assigned: { type: 'dateTimeOffset', sql: 'assigned', nullable: true, sort: false },
  },
  edges: {},
});
