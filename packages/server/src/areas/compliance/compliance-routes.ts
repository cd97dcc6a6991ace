import {
  assessmentResultsRequestSchema,
  carriedOverSchema,
  carryOverSchema,
  checklistQuerySchema,
  checklistSchema,
  complianceExportSchema,
  controlSetFileSchema,
  controlSetLimits,
  controlStatusCreateSchema,
  importedControlSetSchema,
} from '@cfs/contracts/compliance';
import { assessmentResultsFileName, complianceFileName } from '@cfs/contracts/control-statuses';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { expectPlainBody, parseJson } from '../../platform/http/json-body.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { patchSchema } from '../../platform/patch.ts';
import { busy } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { nextSlice } from '../../platform/time-slices.ts';
import { carryOver } from './carry-over.ts';
import { controlSetEntity } from './control-set-entity.ts';
import { controlStatusEntity } from './control-status-entity.ts';
import { createControlStatus, patchControlStatus, removeControlStatus } from './write-control-statuses.ts';
import { exportAssessmentResults } from './export-assessment-results.ts';
import { exportChecklist } from './export-checklist.ts';
import { importBounds } from './import-bounds.ts';
import { importControlSetFile } from './import-control-set.ts';
import { readChecklist } from './read-checklist.ts';
import { retireControlSet } from './retire-control-set.ts';

const statusPath = z.object({ controlStatusId: z.guid('Must be the id of a control status.').toLowerCase() });
const setPath = z.object({ controlSetId: z.guid('Must be the id of a control set.').toLowerCase() });
const removal = z.object({ modified: z.iso.datetime({ offset: true }).optional() });

/** The text `null` selects a set that every tenant sees. */
const importQuery = z.object({
  tenantId: z.union([z.literal('null').transform(() => null), z.guid().toLowerCase()]).optional(),
});

/** Maximum number of files that one process imports at a time, each of them entirely in memory. */
const importsAtOnce = 2;

const registerImport = (app: App, services: Services): void => {
  let imports = 0;

  app.register((scope: App, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: controlSetLimits.bodyBytes },
      async (request: { readonly headers: IncomingHttpHeaders }, body: Buffer) => {
        expectPlainBody(request);
        return body;
      },
    );
    scope.put(
      '/v1/controlsets/import',
      {
        bodyLimit: controlSetLimits.bodyBytes,
        config: {
          permission: 'Compliance:create',
          summary: 'Import a control set: our format, an OSCAL catalogue, or one with a profile',
          takes: { 'application/json': controlSetFileSchema },
          answers: { 201: importedControlSetSchema },
        },
        schema: { querystring: importQuery },
      },
      async ({ context, query, body }, reply) => {
        if (imports >= importsAtOnce) throw busy('Too many control sets are being imported. Please try again.', 1);
        imports += 1;
        try {
          await nextSlice();
          const file = parseJson(Buffer.isBuffer(body) ? body : Buffer.alloc(0), importBounds);
          await nextSlice();
          return await reply.code(201).send(await importControlSetFile(services, context, file, query.tenantId));
        } finally {
          imports -= 1;
        }
      },
    );
    done();
  });
};

/** Control sets with their controls, the statuses of a week, carry-over, export and import. */
export const complianceRoutes = (app: App, services: Services): void => {
  listRoute(app, services, controlSetEntity);
  listRoute(app, services, controlStatusEntity);
  registerImport(app, services);

  app.get(
    '/v1/controlsets/checklist',
    {
      config: {
        permission: 'Compliance:view',
        summary: 'The controls of a set with their statuses in a week',
        answers: { 200: checklistSchema },
      },
      schema: { querystring: checklistQuerySchema },
    },
    ({ context, query }) => readChecklist(services, context, query),
  );

  app.post(
    '/v1/controlsets/Export',
    {
      config: {
        permission: 'Compliance:view',
        summary: 'The checklist of a week as a CSV file',
        answers: { 200: 'text/csv' },
      },
      schema: { body: complianceExportSchema },
    },
    async ({ context, body }, reply) => {
      const file = await exportChecklist(services, context, body);
      const name = complianceFileName(body.startDate.slice(0, 10));
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8')
        .send(file);
    },
  );

  app.post(
    '/v1/controlsets/:controlSetId/carryover',
    {
      config: {
        permission: 'Compliance:edit',
        summary: 'Copy the statuses of the week before to controls without one',
        answers: { 200: carriedOverSchema },
      },
      schema: { params: setPath, body: carryOverSchema },
    },
    async ({ context, params, body }) => ({ created: await carryOver(services, context, params.controlSetId, body) }),
  );

  app.post(
    '/v1/controlsets/:controlSetId/assessmentresults',
    {
      config: {
        permission: 'Compliance:view',
        summary: 'A week of a control set as OSCAL assessment results',
        answers: { 200: z.object({ 'assessment-results': z.object({ uuid: z.guid() }).loose() }) },
      },
      schema: { params: setPath, body: assessmentResultsRequestSchema },
    },
    async ({ context, params, body }, reply) => {
      const document = await exportAssessmentResults(services, context, params.controlSetId, body);
      const name = assessmentResultsFileName(body.checkDate.slice(0, 10));
      return reply.header('content-disposition', `attachment; filename="${name}"`).send(document);
    },
  );

  app.delete(
    '/v1/controlsets/:controlSetId',
    {
      config: { permission: 'Compliance:delete', summary: 'Retire a control set; its statuses are kept' },
      schema: { params: setPath, querystring: removal, response: { 204: z.null() } },
    },
    async ({ context, params, query }, reply) => {
      await retireControlSet(services, context, params.controlSetId, query.modified);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/controlstatuses',
    {
      config: {
        permission: 'Compliance:edit',
        summary: 'Record the status of a control in a week',
        answers: { 200: controlStatusEntity },
      },
      schema: { body: controlStatusCreateSchema },
    },
    ({ context, body }) => createControlStatus(services, context, body),
  );

  app.patch(
    '/v1/controlstatuses/:controlStatusId',
    {
      config: {
        permission: 'Compliance:edit',
        summary: 'Change status or notes by an RFC 6902 patch',
        answers: { 200: controlStatusEntity },
      },
      schema: { params: statusPath, body: patchSchema },
    },
    ({ context, params, body }) => patchControlStatus(services, context, params.controlStatusId, body),
  );

  app.delete(
    '/v1/controlstatuses/:controlStatusId',
    {
      config: { permission: 'Compliance:edit', summary: 'Delete a status with its notes' },
      schema: { params: statusPath, querystring: removal, response: { 204: z.null() } },
    },
    async ({ context, params, query }, reply) => {
      await removeControlStatus(services, context, params.controlStatusId, query.modified);
      return reply.code(204).send(null);
    },
  );
};
