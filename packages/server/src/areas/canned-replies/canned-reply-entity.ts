import type { CannedReply } from '@cfs/contracts/canned-replies';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { defineEntity } from '../../platform/odata/entity.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

/** Canned replies of every tenant visible to the caller. */
export const cannedReplyEntity = defineEntity({
  name: 'CannedReply',
  description: 'A text that is written in notes of work units again and again.',
  set: 'cannedreplies',
  table: 'canned_replies',
  key: 'cannedReplyId',
  keyColumn: 'canned_reply_id',
  permission: 'WorkUnits.Categories:view',
  reach: 'visible',
  properties: {
    cannedReplyId: {
      type: 'guid',
      sql: 'canned_reply_id',
      sort: { oneTenant: 'canned_replies_pkey', allTenants: 'canned_replies_id' },
    },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'canned_replies_name', allTenants: 'canned_replies_name_all' },
    },
    body: { type: 'string', sql: 'body', search: true, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created', sort: false },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  defaultOrder: [{ property: 'name' }],
  edges: { tenant: tenantEdge },
});

/** A row of cfs.canned_replies. */
export type CannedReplyTable = EntityRow<typeof cannedReplyEntity>;

/** Maps a row to its JSON form. */
export const toCannedReply = (row: CannedReplyTable): CannedReply =>
  toWire(cannedReplyEntity, row, { without: ['created', 'createdBy', 'modifiedBy'] });
