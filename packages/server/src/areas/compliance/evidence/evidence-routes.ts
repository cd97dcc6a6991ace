import {
  controlEvidenceCreateSchema,
  controlEvidenceFileQuerySchema,
  statusEvidenceSchema,
} from '@cfs/contracts/control-evidence';
import { controlEvidenceLimits } from '@cfs/contracts/control-evidence-limits';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { downloadHeaders } from '../../../platform/http/download-headers.ts';
import { createFileSlots } from '../../../platform/limits/slots.ts';
import { badRequest } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { attachEvidence } from './attach-evidence.ts';
import { attachEvidenceFile } from './attach-evidence-file.ts';
import { readEvidenceFile } from './read-evidence-file.ts';
import { readStatusEvidence } from './read-status-evidence.ts';
import { removeEvidence } from './remove-evidence.ts';

const statusPath = z.object({ controlStatusId: z.guid('Must be the id of a control status.').toLowerCase() });
const evidencePath = statusPath.extend({ evidenceId: z.guid('Must be the id of evidence.').toLowerCase() });

const registerUpload = (app: App, services: Services): void => {
  const inSlot = createFileSlots();

  app.register((scope: App, _options, done) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: controlEvidenceLimits.fileBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.put(
      '/v1/controlstatuses/:controlStatusId/evidence',
      {
        bodyLimit: controlEvidenceLimits.fileBytes,
        config: {
          permission: 'Compliance:edit',
          summary: 'Attach a file to the status of a control as evidence',
          answers: { 201: statusEvidenceSchema },
        },
        schema: { params: statusPath, querystring: controlEvidenceFileQuerySchema },
      },
      async ({ context, params, query, body }, reply) => {
        if (!Buffer.isBuffer(body)) throw badRequest('The body must be a file of type application/octet-stream.');
        const evidence = await inSlot(context, () =>
          attachEvidenceFile(services, context, params.controlStatusId, query.fileName, body),
        );
        return reply.code(201).send(evidence);
      },
    );
    done();
  });
};

/** The routes for the evidence of a status: files, links, work units and rules. */
export const evidenceRoutes = (app: App, services: Services): void => {
  registerUpload(app, services);

  app.get(
    '/v1/controlstatuses/:controlStatusId/evidence',
    {
      config: {
        permission: 'Compliance:view',
        summary: 'The evidence of the status of a control',
        answers: { 200: statusEvidenceSchema },
      },
      schema: { params: statusPath },
    },
    ({ context, params }) => readStatusEvidence(services, context, params.controlStatusId),
  );

  app.post(
    '/v1/controlstatuses/:controlStatusId/evidence',
    {
      config: {
        permission: 'Compliance:edit',
        summary: 'Attach a link, a work unit or a rule to the status of a control as evidence',
        answers: { 201: statusEvidenceSchema },
      },
      schema: { params: statusPath, body: controlEvidenceCreateSchema },
    },
    async ({ context, params, body }, reply) =>
      reply.code(201).send(await attachEvidence(services, context, params.controlStatusId, body)),
  );

  app.get(
    '/v1/controlstatuses/:controlStatusId/evidence/:evidenceId',
    {
      config: { permission: 'Compliance:view', summary: 'A file of the evidence', answers: { 200: '*/*' } },
      schema: { params: evidencePath },
    },
    async ({ context, params }, reply) => {
      const { fileName, mediaType, size, content } = await readEvidenceFile(
        services,
        context,
        params.controlStatusId,
        params.evidenceId,
      );
      return reply.headers(downloadHeaders(fileName, size)).type(mediaType).send(content);
    },
  );

  app.delete(
    '/v1/controlstatuses/:controlStatusId/evidence/:evidenceId',
    {
      config: {
        permission: 'Compliance:edit',
        summary: 'Remove evidence from the status of a control',
        answers: { 200: statusEvidenceSchema },
      },
      schema: { params: evidencePath },
    },
    ({ context, params }) => removeEvidence(services, context, params.controlStatusId, params.evidenceId),
  );
};
