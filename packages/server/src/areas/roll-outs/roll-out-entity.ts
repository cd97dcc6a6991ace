import { rollOutStates } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut } from '@cfs/contracts/roll-outs';
import { defineEntity } from '../../platform/odata/entity.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import type { RollOutRow } from './roll-out-tables.ts';

/** Roll-outs of the request's tenant, the newest first. */
export const rollOutEntity = defineEntity({
  name: 'RollOut',
  description: 'A package version that goes to the devices of a tenant in stages.',
  set: 'rollOuts',
  table: 'roll_outs',
  key: 'rollOutId',
  keyColumn: 'roll_out_id',
  permission: 'Devices:view',
  reach: 'context',
  defaultOrder: [{ property: 'created', descending: true }],
  properties: {
    rollOutId: { type: 'guid', sql: 'roll_out_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    packageId: { type: 'guid', sql: 'package_id', sort: false },
    packageName: { type: 'string', sql: 'package_name', sort: false },
    packageVersionId: { type: 'guid', sql: 'package_version_id', sort: false },
    version: { type: 'string', sql: 'version', sort: false },
    state: { type: 'int32', sql: 'state', enumeration: rollOutStates, sort: false },
    stages: { type: 'json', sql: 'stages', filter: false, description: 'Shares in percent.' },
    stage: { type: 'int32', sql: 'stage', sort: false, description: 'The present stage, from 1.' },
    healthyMinutes: { type: 'int32', sql: 'healthy_minutes', sort: false },
    failurePercent: { type: 'int32', sql: 'failure_percent', sort: false },
    silentFails: { type: 'boolean', sql: 'silent_fails', sort: false },
    deviceCount: { type: 'int32', sql: 'device_count', sort: false },
    settled: { type: 'dateTimeOffset', sql: 'settled', nullable: true, sort: false },
    detail: { type: 'string', sql: 'detail', nullable: true, sort: false },
    ended: { type: 'dateTimeOffset', sql: 'ended', nullable: true, sort: false },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: { oneTenant: 'roll_outs_created', allTenants: 'roll_outs_created_all' },
    },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  edges: {},
});

/** Maps a row to its JSON form. */
export const toRollOut = (row: RollOutRow): RollOut => toWire(rollOutEntity, row);
