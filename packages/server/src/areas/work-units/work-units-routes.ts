import { text } from '@cfs/contracts/text';
import { workUnitCreateSchema } from '@cfs/contracts/work-units';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { answerEntity } from '../../platform/odata/entity-answer.ts';
import { listRoute } from '../../platform/odata/list-route.ts';
import { readEntityText } from '../../platform/odata/read-entity.ts';
import { patchSchema } from '../../platform/patch.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { createWorkUnit } from './creation/create-work-unit.ts';
import { isApprover } from './approvals/decide.ts';
import { patchWorkUnit } from './changes/patch-work-unit.ts';
import { readVisibleWorkUnit, workUnitViewPermissions } from './visible-work-unit.ts';
import { workUnitEntity } from './work-unit-entity.ts';
import { workUnitPathSchema } from './work-unit-id.ts';
import { toResolutionCenterUnit, toWorkUnit } from './list/work-unit-wire.ts';

const patchQuerySchema = z.object({ openChildren: z.literal('leave').optional() });
const approverSchema = z.object({ approverId: text(320) });

/** Work units: list, read by id, create and patch; whether the caller is a named approver. */
export const workUnitsRoutes = (app: App, services: Services): void => {
  listRoute(app, services, workUnitEntity);

  app.get(
    '/v1/workunits/:workUnitId',
    {
      config: { permission: workUnitViewPermissions, summary: 'One work unit', answers: { 200: workUnitEntity } },
      schema: { params: workUnitPathSchema },
    },
    async (request, reply) => {
      const { context, url } = request;
      const { workUnitId } = request.params;
      const { row, asOwner } = await readVisibleWorkUnit(services, context, workUnitId);
      if (asOwner)
        return answerEntity(request, reply, workUnitEntity, {
          text: JSON.stringify(toResolutionCenterUnit(toWorkUnit(row))),
        });
      const unit = await readEntityText(services, context, workUnitEntity, workUnitId, {
        query: url.split('?')[1] ?? '',
      });
      if (unit === undefined) throw notFound('WorkUnit');
      return answerEntity(request, reply, workUnitEntity, unit);
    },
  );

  app.put(
    '/v1/workunits',
    {
      config: { permission: 'WorkUnits:create', summary: 'Create a work unit', answers: { 201: workUnitEntity } },
      schema: { body: workUnitCreateSchema },
    },
    async ({ context, body }, reply) =>
      reply.code(201).send(await createWorkUnit(services, context, 'WorkUnits:create', body)),
  );

  app.patch(
    '/v1/workunits/:workUnitId',
    {
      config: {
        // A named approver may decide with view permission; `patchWorkUnit` requires edit for every other patch.
        permission: ['WorkUnits:edit', 'WorkUnits:view'],
        summary: 'Change a work unit by a patch that tests what it replaces',
        answers: { 200: workUnitEntity },
      },
      schema: { params: workUnitPathSchema, querystring: patchQuerySchema, body: patchSchema },
    },
    ({ context, params, query, body }) =>
      patchWorkUnit(services, context, params.workUnitId, body, { leavesChildrenOpen: query.openChildren === 'leave' }),
  );

  app.get(
    '/api/generalLookup/approval',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'Whether the caller is the approver',
        answers: { 200: z.boolean() },
      },
      schema: { querystring: approverSchema },
    },
    async ({ context, query }) => isApprover(context.actor, query.approverId),
  );
};
