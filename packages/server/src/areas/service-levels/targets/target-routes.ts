import { serviceLevelTargetCreateSchema, serviceLevelTargetUpdateSchema } from '@cfs/contracts/service-levels';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { serviceLevelTargetEntity } from './target-entity.ts';
import { createTarget, deleteTarget, updateTarget } from './write-targets.ts';

const params = z.object({ serviceLevelTargetId: z.guid('Must be the id of a target.').toLowerCase() });

/** Targets: list, create, change, delete. */
export const targetRoutes = (app: App, services: Services): void => {
  listRoute(app, services, serviceLevelTargetEntity);

  app.put(
    '/v1/serviceleveltargets',
    {
      config: {
        permission: 'WorkUnits.ServiceLevels:create',
        summary: 'Set the targets of a type and severity',
        answers: { 201: serviceLevelTargetEntity },
      },
      schema: { body: serviceLevelTargetCreateSchema },
    },
    async ({ context, body }, reply) => reply.code(201).send(await createTarget(services, context, body)),
  );

  app.post(
    '/v1/serviceleveltargets/:serviceLevelTargetId',
    {
      config: {
        permission: 'WorkUnits.ServiceLevels:edit',
        summary: 'Change the targets of a type and severity',
        answers: { 200: serviceLevelTargetEntity },
      },
      schema: { params, body: serviceLevelTargetUpdateSchema },
    },
    ({ context, params: { serviceLevelTargetId }, body }) =>
      updateTarget(services, context, serviceLevelTargetId, body),
  );

  app.delete(
    '/v1/serviceleveltargets/:serviceLevelTargetId',
    {
      config: { permission: 'WorkUnits.ServiceLevels:delete', summary: 'Delete the targets of a type and severity' },
      schema: { params },
    },
    async ({ context, params: { serviceLevelTargetId } }, reply) => {
      await deleteTarget(services, context, serviceLevelTargetId);
      return reply.code(204).send();
    },
  );
};
