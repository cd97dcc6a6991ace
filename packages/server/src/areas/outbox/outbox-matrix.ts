import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const outboxMatrix: AreaMatrix = {
  area: 'outbox',
  async seed(database, tenantId) {
    const messageId = randomUUID();
    await database.asOwner(
      `insert into cfs.outbox_messages (tenant_id, message_id, recipient, subject, body, html, template, is_important, created)
       values ($1, $2, 'somebody@example.com', 'From the matrix', 'Plain', '<p>HTML</p>', 'Simple', false, now())`,
      [tenantId, messageId],
    );
    return { tenantId, messageId };
  },
  examples: [
    ...listExamples('/v1/outboxMessages', ({ messageId }) => `messageId eq ${messageId}`),
    {
      route: 'GET /v1/outboxMessages',
      place: 'expand',
      request: ({ tenantId }) => ({ url: `/v1/outboxMessages?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant` }),
      foreign: 'empty',
    },
    {
      route: 'POST /v1/outboxMessages/:messageId/preview',
      place: 'path',
      request: ({ messageId }) => ({ url: `/v1/outboxMessages/${messageId}/preview` }),
      foreign: 404,
    },
  ],
};
