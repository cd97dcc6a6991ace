import { cannedReplyCreateSchema, cannedReplyUpdateSchema } from '@cfs/contracts/canned-replies';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { cannedReplyEntity } from './canned-reply-entity.ts';
import { createCannedReply, deleteCannedReply, updateCannedReply } from './write-canned-replies.ts';

const params = z.object({ cannedReplyId: z.guid('Must be the id of a canned reply.').toLowerCase() });

/** List, create, update and delete. */
export const cannedRepliesRoutes = (app: App, services: Services): void => {
  listRoute(app, services, cannedReplyEntity);

  app.put(
    '/v1/cannedreplies',
    {
      config: {
        permission: 'WorkUnits.Categories:create',
        summary: 'Create a canned reply',
        answers: { 201: cannedReplyEntity },
      },
      schema: { body: cannedReplyCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createCannedReply(services, context, body)),
  );

  app.post(
    '/v1/cannedreplies/:cannedReplyId',
    {
      config: {
        permission: 'WorkUnits.Categories:edit',
        summary: 'Update a canned reply',
        answers: { 200: cannedReplyEntity },
      },
      schema: { params, body: cannedReplyUpdateSchema },
    },
    ({ context, params: { cannedReplyId }, body }) => updateCannedReply(services, context, cannedReplyId, body),
  );

  app.delete(
    '/v1/cannedreplies/:cannedReplyId',
    {
      config: { permission: 'WorkUnits.Categories:delete', summary: 'Delete a canned reply' },
      schema: { params, response: { 204: z.null() } },
    },
    async ({ context, params: { cannedReplyId } }, reply) => {
      await deleteCannedReply(services, context, cannedReplyId);
      return reply.code(204).send(null);
    },
  );
};
