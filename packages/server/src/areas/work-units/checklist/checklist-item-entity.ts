import type { ChecklistItem } from '@cfs/contracts/work-unit-checklists';
import type { EntityRow } from '../../../platform/odata/entity-row.ts';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { toWire } from '../../../platform/odata/wire-form.ts';

/** An item of the checklist of a unit; reached only through the unit. */
export const checklistItemEntity = defineEntity({
  name: 'WorkUnitChecklistItem',
  description: 'An item of the checklist of a work unit.',
  set: 'workunitchecklistitems',
  table: 'work_unit_checklist_items',
  key: 'checklistItemId',
  keyColumn: 'checklist_item_id',
  permission: 'WorkUnits:view',
  reach: 'visible',
  properties: {
    checklistItemId: { type: 'guid', sql: 'checklist_item_id' },
    tenantId: { type: 'guid', sql: 'tenant_id' },
    workUnitId: { type: 'int64', sql: 'work_unit_id' },
    position: { type: 'int32', sql: 'position', description: 'Counts from 0.' },
    text: { type: 'string', sql: 'text' },
    isDone: { type: 'boolean', sql: 'is_done' },
    created: { type: 'dateTimeOffset', sql: 'created' },
    createdBy: { type: 'string', sql: 'created_by' },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by' },
  },
  edges: {},
});

/** A row of cfs.work_unit_checklist_items. */
export type ChecklistItemTable = EntityRow<typeof checklistItemEntity>;

/** Maps a row to its JSON form. */
export const toChecklistItem = (row: ChecklistItemTable): ChecklistItem =>
  toWire(checklistItemEntity, row, { without: ['tenantId'] });
