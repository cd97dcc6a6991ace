import { resolutionCenterRequestSchema } from '@cfs/contracts/resolution-center';
import { makeRequests } from '@cfs/contracts/permissions';
import { requesterNoteSchema, workUnitHistoryRecordSchema } from '@cfs/contracts/work-unit-notes';
import type { App } from '../../platform/http/app-instance.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import type { Services } from '../../platform/services.ts';
import { addNote } from '../work-units/notes/add-note.ts';
import { requesterAccess } from '../work-units/notes/note-access.ts';
import { workUnitPathSchema } from '../work-units/work-unit-id.ts';
import { createRequest } from './create-request.ts';
import { resolutionCenterEntity } from './resolution-center-entity.ts';

/** The self-service of end users: their list, new requests, and replies. */
export const resolutionCenterRoutes = (app: App, services: Services): void => {
  listRoute(app, services, resolutionCenterEntity);

  app.put(
    '/v1/rc/workunits',
    {
      config: {
        permission: makeRequests,
        summary: 'Create a request in the Resolution Center',
        answers: { 201: resolutionCenterEntity },
      },
      schema: { body: resolutionCenterRequestSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createRequest(services, context, body)),
  );

  app.put(
    '/v1/rc/workunits/:workUnitId/notes',
    {
      config: {
        permission: 'WorkUnits:view:mine',
        summary: 'Reply to a request of the Resolution Center with an external note',
        answers: { 201: workUnitHistoryRecordSchema },
      },
      schema: { params: workUnitPathSchema, body: requesterNoteSchema },
    },
    async ({ context, params: { workUnitId }, body: { detail } }, reply) =>
      reply
        .code(201)
        .send(await addNote(services, context, { workUnitId, detail, isExternalNote: true }, requesterAccess)),
  );
};
