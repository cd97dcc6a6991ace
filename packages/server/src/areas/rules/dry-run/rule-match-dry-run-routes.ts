import { ruleMatchDryRunAnswerSchema, ruleMatchDryRunSchema } from '@cfs/contracts/dry-run';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import type { DescribeActions } from '../../actions/describe-action.ts';
import { dryRunMatch } from './dry-run-match.ts';

const params = z.object({ ruleMatchId: z.guid().toLowerCase() });

/** The dry run of the actions of a match. */
export const ruleMatchDryRunRoutes = (
  app: App,
  services: Services,
  { describeActions }: { readonly describeActions: DescribeActions },
): void => {
  app.post(
    '/v1/rulematches/:ruleMatchId/dryrun',
    {
      config: {
        unaudited: 'nothing written',
        permission: 'Rules:view',
        summary: 'What a rule would do if a match of it began or ended now',
        answers: { 200: ruleMatchDryRunAnswerSchema },
      },
      schema: { params, body: ruleMatchDryRunSchema },
    },
    ({ context, params: { ruleMatchId }, body: { occasion } }) =>
      dryRunMatch(describeActions, services, context, ruleMatchId, occasion),
  );
};
