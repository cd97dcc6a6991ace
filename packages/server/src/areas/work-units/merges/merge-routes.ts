import { openableUnitSchema, workUnitMergeSchema } from '@cfs/contracts/work-unit-merges';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { workUnitEntity } from '../work-unit-entity.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';
import { workUnitViewPermissions } from '../visible-work-unit.ts';
import { findOpenableUnit } from './find-openable-unit.ts';
import { mergeWorkUnit, unmergeWorkUnit } from './merge-work-unit.ts';

/** Routes for merging a unit into another, undoing a merge, and finding the unit that a link opens for the caller. */
export const mergeRoutes = (app: App, services: Services): void => {
  app.post(
    '/v1/workunits/:workUnitId/merge',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Merge a work unit into another',
        answers: { 200: workUnitEntity },
      },
      schema: { params: workUnitPathSchema, body: workUnitMergeSchema },
    },
    ({ context, params, body }) => mergeWorkUnit(services, context, params.workUnitId, body),
  );

  app.post(
    '/v1/workunits/:workUnitId/unmerge',
    {
      config: {
        permission: 'WorkUnits:edit',
        summary: 'Undo the merge of a work unit',
        answers: { 200: workUnitEntity },
      },
      schema: { params: workUnitPathSchema },
    },
    ({ context, params }) => unmergeWorkUnit(services, context, params.workUnitId),
  );

  app.get(
    '/v1/rc/workunits/:workUnitId/openable',
    {
      config: {
        permission: workUnitViewPermissions,
        summary: 'The work unit that a link to this one opens for the caller',
        answers: { 200: openableUnitSchema },
      },
      schema: { params: workUnitPathSchema },
    },
    async ({ context, params }) => ({
      workUnitId: (await findOpenableUnit(services, context, params.workUnitId)) ?? null,
    }),
  );
};
