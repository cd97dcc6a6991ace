import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

const line = { type: 'string', sort: false } as const;

/**
 * Mails that were kept instead of sent, of every tenant whose settings the caller may see. The list omits their texts,
 * which are read one by one.
 */
export const outboxEntity = defineEntity({
  name: 'OutboxMessage',
  description: 'A mail that was kept instead of sent, since no mail server is configured.',
  set: 'outboxMessages',
  table: 'outbox_messages',
  key: 'messageId',
  keyColumn: 'message_id',
  permission: 'Settings:view',
  reach: 'visible',
  properties: {
    messageId: { type: 'guid', sql: 'message_id', sort: false },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    recipient: { ...line, sql: 'recipient' },
    cc: { ...line, sql: 'cc' },
    bcc: { ...line, sql: 'bcc' },
    subject: { ...line, sql: 'subject' },
    template: { ...line, sql: 'template' },
    state: { ...line, sql: () => `'Held'`, filter: false },
    isImportant: { type: 'boolean', sql: 'is_important', sort: false },
    created: {
      type: 'dateTimeOffset',
      sql: 'created',
      sort: { oneTenant: 'outbox_messages_created', allTenants: 'outbox_messages_created_all' },
    },
  },
  defaultOrder: [{ property: 'created', descending: true }],
  edges: { tenant: tenantEdge },
});
