import {
  checklistItemCreateSchema,
  checklistItemSchema,
  checklistItemUpdateSchema,
  checklistSchema,
} from '@cfs/contracts/work-unit-checklists';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';
import { readChecklist } from './read-checklist.ts';
import { addChecklistItem, removeChecklistItem, updateChecklistItem } from './write-checklist.ts';

const itemPathSchema = workUnitPathSchema.extend({ checklistItemId: z.guid().toLowerCase() });

/** Routes of the checklist of a unit. */
export const checklistRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/workunits/:workUnitId/checklist',
    {
      config: {
        permission: 'WorkUnits:view',
        summary: 'The checklist of a work unit',
        answers: { 200: checklistSchema },
      },
      schema: { params: workUnitPathSchema },
    },
    async ({ context, params }) => ({ value: await readChecklist(services, context, params.workUnitId) }),
  );

  app.put(
    '/v1/workunits/:workUnitId/checklist',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Add an item to the checklist of a work unit',
        answers: { 201: checklistItemSchema },
      },
      schema: { params: workUnitPathSchema, body: checklistItemCreateSchema },
    },
    async ({ context, params, body }, reply) =>
      reply.code(201).send(await addChecklistItem(services, context, params.workUnitId, body)),
  );

  app.post(
    '/v1/workunits/:workUnitId/checklist/:checklistItemId',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Change, tick or move an item of a checklist',
        answers: { 200: checklistItemSchema },
      },
      schema: { params: itemPathSchema, body: checklistItemUpdateSchema },
    },
    ({ context, params: { workUnitId, checklistItemId }, body }) =>
      updateChecklistItem(services, context, workUnitId, checklistItemId, body),
  );

  app.delete(
    '/v1/workunits/:workUnitId/checklist/:checklistItemId',
    {
      config: { permission: 'WorkUnits:edit', summary: 'Remove an item from a checklist' },
      schema: { params: itemPathSchema, response: { 204: z.null() } },
    },
    async ({ context, params: { workUnitId, checklistItemId } }, reply) => {
      await removeChecklistItem(services, context, workUnitId, checklistItemId);
      return reply.code(204).send(null);
    },
  );
};
