import { relatedEntitiesSchema, relationTypeSchema } from '@cfs/contracts/work-unit-relations';
import { workUnitRelationSchema } from '@cfs/contracts/work-units';
import { text } from '@cfs/contracts/text';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { listRoute } from '../../../platform/odata/list-route.ts';
import type { Services } from '../../../platform/services.ts';
import { messageEntity } from './relation-message-entity.ts';
import { readRelations } from './read-relations.ts';
import { canonicalRelation } from './related-entity.ts';
import { addRelation, removeRelation } from './relations.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';

const relationPath = workUnitPathSchema.extend({ referenceType: relationTypeSchema, referenceId: text(200) });

/** Routes of the relations of units and their messages. */
export const relationRoutes = (app: App, services: Services): void => {
  listRoute(app, services, messageEntity);

  app.get(
    '/v1/workunits/:workUnitId/relations',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'What a work unit relates to',
        answers: { 200: relatedEntitiesSchema },
      },
      schema: { params: workUnitPathSchema },
    },
    async ({ context, params: { workUnitId } }) => ({ value: await readRelations(services, context, workUnitId) }),
  );

  app.put(
    '/v1/workunits/:workUnitId/relations',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Relate a work unit to an entity',
        answers: { 201: workUnitRelationSchema },
      },
      schema: { params: workUnitPathSchema, body: workUnitRelationSchema },
    },
    async ({ context, params: { workUnitId }, body }, reply) => {
      const relation = canonicalRelation(body);
      await addRelation(services, context, workUnitId, relation);
      return reply.code(201).send(relation);
    },
  );

  app.delete(
    '/v1/workunits/:workUnitId/relations/:referenceType/:referenceId',
    {
      config: { permission: 'WorkUnits:edit', summary: 'End a relation of a work unit' },
      schema: { params: relationPath, response: { 204: z.null() } },
    },
    async ({ context, params: { workUnitId, ...relation } }, reply) => {
      await removeRelation(services, context, workUnitId, canonicalRelation(relation));
      return reply.code(204).send(null);
    },
  );
};
