import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const cannedRepliesMatrix: AreaMatrix = {
  area: 'canned-replies',
  async seed(database, tenantId) {
    const cannedReplyId = randomUUID();
    await database.asOwner(
      `insert into cfs.canned_replies (tenant_id, canned_reply_id, name, body, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Seeded by the matrix', now(), 'matrix', now(), 'matrix')`,
      [tenantId, cannedReplyId, `Seeded ${cannedReplyId}`],
    );
    return { tenantId, cannedReplyId };
  },
  examples: [
    ...listExamples('/v1/cannedreplies', ({ cannedReplyId }) => `cannedReplyId eq ${cannedReplyId}`),
    {
      route: 'GET /v1/cannedreplies',
      place: 'expand',
      request: ({ tenantId }) => ({ url: `/v1/cannedreplies?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant` }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/cannedreplies',
      place: 'body',
      request: ({ tenantId }) => ({
        url: '/v1/cannedreplies',
        body: { name: `From the matrix ${randomUUID()}`, body: 'Hello', tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/cannedreplies/:cannedReplyId',
      place: 'path',
      request: ({ cannedReplyId }) => ({
        url: `/v1/cannedreplies/${cannedReplyId}`,
        body: { body: 'From the matrix' },
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/cannedreplies/:cannedReplyId',
      place: 'path',
      request: ({ cannedReplyId }) => ({ url: `/v1/cannedreplies/${cannedReplyId}` }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
