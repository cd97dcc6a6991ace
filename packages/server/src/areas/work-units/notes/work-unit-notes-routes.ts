import { workUnitHistoryRecordSchema, workUnitNoteCreateSchema } from '@cfs/contracts/work-unit-notes';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { addNote } from './add-note.ts';
import { readExternalNotes, readNotesAndChanges } from './read-notes.ts';
import { requestCall } from './request-call.ts';
import { workUnitViewPermissions } from '../visible-work-unit.ts';
import { workUnitPathSchema, workUnitQuerySchema } from '../work-unit-id.ts';

const historySchema = z.object({ value: z.array(workUnitHistoryRecordSchema) });

const recordId = z.coerce.number().int().min(0).optional();

/** `before` is the id of the last record of the preceding page. */
const pageQuerySchema = z.object({ before: recordId });

/** `after` returns only records newer than that id, to poll cheaply while the unit is open. */
const streamQuerySchema = workUnitQuerySchema.extend({ ...pageQuerySchema.shape, after: recordId });

/** Routes of the notes and the history of a unit. */
export const workUnitNotesRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/GetWorkUnitHistoryRecords',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Notes and changes of a work unit, newest first',
        answers: { 200: historySchema },
      },
      schema: { querystring: streamQuerySchema },
    },
    async ({ context, query }) => ({
      value: await readNotesAndChanges(services, context, query['@workUnitId'], query),
    }),
  );

  app.get(
    '/v1/workunits/:workUnitId/externalNotes',
    {
      config: {
        permission: workUnitViewPermissions,
        summary: 'The notes that a stakeholder may read',
        answers: { 200: historySchema },
      },
      schema: { params: workUnitPathSchema, querystring: pageQuerySchema },
    },
    async ({ context, params, query }) => ({
      value: await readExternalNotes(services, context, params.workUnitId, query),
    }),
  );

  app.put(
    '/v1/workunitnotes',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Add a note to a work unit',
        answers: { 201: workUnitHistoryRecordSchema },
      },
      schema: { body: workUnitNoteCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await addNote(services, context, body)),
  );

  app.post(
    '/v1/workunitnotes/callme/:workUnitId',
    {
      config: {
        permission: workUnitViewPermissions,
        summary: 'Request a call to the end user of a work unit',
        answers: { 200: workUnitHistoryRecordSchema },
      },
      schema: { params: workUnitPathSchema },
    },
    ({ context, params }) => requestCall(services, context, params.workUnitId),
  );
};
