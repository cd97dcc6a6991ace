import { workUnitDryRunAnswerSchema, workUnitDryRunSchema } from '@cfs/contracts/dry-run';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import type { DescribeActions } from '../../actions/describe-action.ts';
import { workUnitPathSchema } from '../work-unit-id.ts';
import { dryRunWorkUnit } from './dry-run-work-unit.ts';

/** The route for dry runs of protocols. */
export const dryRunRoutes = (
  app: App,
  services: Services,
  { describeActions }: { readonly describeActions: DescribeActions },
): void => {
  app.post(
    '/v1/workunits/:workUnitId/dryrun',
    {
      config: {
        unaudited: 'nothing written',
        permission: 'WorkUnits:view',
        summary: 'What the protocol of a work unit would do at an event',
        answers: { 200: workUnitDryRunAnswerSchema },
      },
      schema: { params: workUnitPathSchema, body: workUnitDryRunSchema },
    },
    ({ context, params: { workUnitId }, body: { event } }) =>
      dryRunWorkUnit(describeActions, services, context, workUnitId, event),
  );
};
