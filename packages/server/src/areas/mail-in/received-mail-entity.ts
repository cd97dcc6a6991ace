import { mailVerdicts } from '@cfs/contracts/received-mails';
import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

const line = { type: 'string', sort: false } as const;

/** Received mails of every tenant whose settings the caller may see, without texts, which are read one at a time. */
export const receivedMailEntity = defineEntity({
  name: 'ReceivedMail',
  description: 'A received mail, with its result.',
  set: 'receivedMails',
  table: 'received_mails',
  key: 'receivedMailId',
  keyColumn: 'received_mail_id',
  permission: 'Settings:view',
  reach: 'visible',
  properties: {
    receivedMailId: { type: 'guid', sql: 'received_mail_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    verdict: { type: 'int32', sql: 'verdict', enumeration: mailVerdicts, sort: false },
    detail: { ...line, sql: 'detail', nullable: true },
    sender: { ...line, sql: 'sender', search: true },
    recipient: { ...line, sql: 'recipient' },
    cc: { ...line, sql: 'cc' },
    subject: { ...line, sql: 'subject', search: true },
    size: { type: 'int32', sql: 'size', sort: false },
    relay: { ...line, sql: 'relay' },
    messageId: { ...line, sql: 'message_id' },
    workUnitId: { type: 'int64', sql: 'work_unit_id', nullable: true, sort: false },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: { oneTenant: 'received_mails_created', allTenants: 'received_mails_created_all' },
    },
  },
  defaultOrder: [{ property: 'created', descending: true }],
  edges: { tenant: tenantEdge },
});
