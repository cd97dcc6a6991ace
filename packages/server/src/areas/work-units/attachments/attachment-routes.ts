import {
  attachedSchema,
  attachmentQuerySchema,
  attachmentLimitBytes,
  requestAttachmentQuerySchema,
  type AttachmentQuery,
} from '@cfs/contracts/work-unit-attachments';
import { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { App } from '../../../platform/http/app-instance.ts';
import { downloadHeaders } from '../../../platform/http/download-headers.ts';
import { createFileSlots } from '../../../platform/limits/slots.ts';
import { badRequest } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { attachFile } from './attach-file.ts';
import { requesterAccess, staffAccess, type NoteAccess } from '../notes/note-access.ts';
import { readAttachment } from './read-attachment.ts';
import { removeAttachment } from './remove-attachment.ts';
import { workUnitViewPermissions } from '../visible-work-unit.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';

const attachmentPathSchema = workUnitPathSchema.extend({ attachmentId: z.guid().toLowerCase() });

interface Upload {
  readonly context: Context;
  readonly params: { readonly workUnitId: number };
  readonly query: AttachmentQuery;
  readonly body: unknown;
}

/** Files of a unit's notes: upload, download and removal. */
export const attachmentRoutes = (app: App, services: Services): void => {
  const inSlot = createFileSlots();

  app.register(async (scope: App) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: attachmentLimitBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    const store = async (
      { context, params, query, body }: Upload,
      access: NoteAccess,
    ): Promise<z.infer<typeof attachedSchema>> => {
      if (!Buffer.isBuffer(body)) throw badRequest('The body must be a file of type application/octet-stream.');
      return inSlot(context, () => attachFile(services, context, params.workUnitId, query, body, access));
    };
    scope.put(
      '/v1/workunits/:workUnitId/attachments',
      {
        bodyLimit: attachmentLimitBytes,
        config: {
          permission: 'WorkUnits:edit',
          summary: 'Attach a file to a work unit',
          answers: { 201: attachedSchema },
        },
        schema: { params: workUnitPathSchema, querystring: attachmentQuerySchema },
      },
      async (request, reply) => reply.code(201).send(await store(request, staffAccess)),
    );
    scope.put(
      '/v1/rc/workunits/:workUnitId/attachments',
      {
        bodyLimit: attachmentLimitBytes,
        config: {
          permission: 'WorkUnits:view:mine',
          summary: 'Attach a file to a request of the Resolution Center',
          answers: { 201: attachedSchema },
        },
        schema: { params: workUnitPathSchema, querystring: requestAttachmentQuerySchema },
      },
      async ({ context, params, query, body }, reply) =>
        reply
          .code(201)
          .send(await store({ context, params, query: { ...query, isExternalNote: true }, body }, requesterAccess)),
    );
  });

  app.get(
    '/v1/workunits/:workUnitId/attachments/:attachmentId',
    {
      config: {
        permission: workUnitViewPermissions,
        summary: 'A file of a work unit',
        answers: { 200: '*/*' },
      },
      schema: { params: attachmentPathSchema },
    },
    async ({ context, params }, reply) => {
      const { attachment, content } = await readAttachment(services, context, params.workUnitId, params.attachmentId);
      return reply
        .headers(downloadHeaders(attachment.fileName, attachment.size))
        .type(attachment.mediaType)
        .send(content);
    },
  );
  app.delete(
    '/v1/workunits/:workUnitId/attachments/:attachmentId',
    {
      config: { permission: 'WorkUnits:edit', summary: 'Remove a file from a work unit' },
      schema: { params: attachmentPathSchema, response: { 204: z.null() } },
    },
    async ({ context, params }, reply) => {
      await removeAttachment(services, context, params.workUnitId, params.attachmentId);
      return reply.code(204).send(null);
    },
  );
};
