import {
  matchExplanationSchema,
  ruleExplanationQuerySchema,
  ruleExplanationSchema,
} from '@cfs/contracts/rule-explanations';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { createPatternThread } from '../patterns/pattern-thread.ts';
import { explainMatch } from './explain-match.ts';
import { explainRule } from './explain-rule.ts';
import type { ReadRuledUnit } from './read-explained-subject.ts';

/** Why a match opened, and why a rule does not fire (docs/reference/rule-matches.md#explanations). */
export const explanationRoutes = (
  app: App,
  services: Services,
  { readRuledUnit }: { readonly readRuledUnit: ReadRuledUnit },
): void => {
  const thread = createPatternThread();

  app.get(
    '/v1/rulematches/:ruleMatchId/explanation',
    {
      config: { permission: 'Rules:view', summary: 'Why a match opened, and why it ended or is still open' },
      schema: {
        params: z.object({ ruleMatchId: z.guid().toLowerCase() }),
        response: { 200: matchExplanationSchema },
      },
    },
    ({ context, params: { ruleMatchId } }) => explainMatch(services, thread, context, ruleMatchId),
  );

  app.get(
    '/v1/rules/:ruleId/explanation',
    {
      config: { permission: 'Rules:view', summary: 'Which conditions of a rule an entity satisfies' },
      schema: {
        params: z.object({ ruleId: z.guid().toLowerCase() }),
        querystring: ruleExplanationQuerySchema,
        response: { 200: ruleExplanationSchema },
      },
    },
    ({ context, params: { ruleId }, query: { entityId } }) =>
      explainRule({ services, readRuledUnit, thread }, context, ruleId, entityId),
  );
};
