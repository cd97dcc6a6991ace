import { randomBytes, randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix, SeededIds } from '../../testing/matrix-example.ts';

const address = ({ tenantId }: SeededIds): string => `/v1/tenants/${tenantId}/mailaddress`;

/** The mail address of a tenant, and a mail that it received. */
export const mailInMatrix: AreaMatrix = {
  area: 'mail-in',
  async seed(database, tenantId) {
    const receivedMailId = randomUUID();
    await database.asOwner(
      `insert into cfs.received_mails (tenant_id, received_mail_id, verdict, sender, recipient, cc, subject, size, relay,
         message_id, message_key, target, body, html, created)
       values ($1, $2, 1, 'anna@example.com', 'support@example.com', '', 'From the matrix', 1, '127.0.0.1', 'x', $3, 'tenant',
         'Plain', '<p>HTML</p>', now())`,
      [tenantId, receivedMailId, randomBytes(32)],
    );
    await database.asOwner(
      `insert into cfs.mail_addresses (tenant_id, local_part, created, created_by, modified, modified_by)
       values ($1, $2, now(), 'matrix', now(), 'matrix') on conflict do nothing`,
      [tenantId, `matrix-${tenantId}`],
    );
    return { tenantId, receivedMailId };
  },
  examples: [
    ...listExamples('/v1/receivedMails', ({ receivedMailId }) => `receivedMailId eq ${receivedMailId}`),
    {
      route: 'GET /v1/receivedMails',
      place: 'expand',
      request: ({ tenantId }) => ({ url: `/v1/receivedMails?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant` }),
      foreign: 'empty',
    },
    {
      route: 'POST /v1/receivedMails/:receivedMailId/preview',
      place: 'path',
      request: ({ receivedMailId }) => ({ url: `/v1/receivedMails/${receivedMailId}/preview` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/tenants/:tenantId/mailaddress',
      place: 'path',
      request: (ids) => ({ url: address(ids) }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/tenants/:tenantId/mailaddress',
      place: 'path',
      request: (ids) => ({ url: address(ids), body: { localPart: `support-${randomUUID()}` } }),
      foreign: 404,
    },
  ],
};
