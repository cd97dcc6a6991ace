import { controlStatuses } from '@cfs/contracts/control-statuses';
import type { ControlStatus } from '@cfs/contracts/compliance';
import type { Generated, Selectable } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity } from '../../platform/odata/entity.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

/** Statuses of every tenant visible to the caller, one for each control and week. */
export const controlStatusEntity = defineEntity({
  name: 'ControlStatus',
  description: 'The status of a control in one week of one tenant.',
  set: 'controlstatuses',
  table: 'control_statuses',
  key: 'id',
  keyColumn: 'control_status_id',
  permission: 'Compliance:view',
  reach: 'visible',
  properties: {
    id: {
      type: 'guid',
      sql: 'control_status_id',
      sort: { oneTenant: 'control_statuses_pkey', allTenants: 'control_statuses_id' },
    },
    checkDate: {
      type: 'dateTimeOffset',
      sql: 'check_date',
      description: 'Midnight in UTC of the Sunday on which the week begins.',
      sort: { oneTenant: 'control_statuses_check_date', allTenants: 'control_statuses_check_date_all' },
    },
    status: { type: 'int32', sql: 'status', enumeration: controlStatuses, sort: false },
    notes: { type: 'string', sql: 'notes', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    controlId: { type: 'guid', sql: 'control_id', sort: false },
    evidenceCount: {
      type: 'int32',
      sql: 'evidence_count',
      sort: false,
      description: 'How many files, links, work units and rules are attached as evidence.',
    },
    created: { type: 'dateTimeOffset', sql: 'created', sort: false },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  defaultOrder: [{ property: 'checkDate', descending: true }],
  edges: { tenant: tenantEdge },
});

/** A row of cfs.control_statuses. */
export interface ControlStatusTable extends Omit<EntityRow<typeof controlStatusEntity>, 'evidence_count'> {
  evidence_count: Generated<number>;
}
export type ControlStatusRow = Selectable<ControlStatusTable>;

/** Maps a row to its JSON form. */
export const toControlStatus = (row: ControlStatusRow): ControlStatus =>
  toWire(controlStatusEntity, row, { without: ['created', 'createdBy', 'modifiedBy'] });
