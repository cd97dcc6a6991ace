import { ruleThresholds } from '@cfs/contracts/rule-thresholds';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import type { Services } from '../../../platform/services.ts';
import { ruleMatchReaders } from '../matches/rule-match-entity.ts';
import { readThresholds } from './read-thresholds.ts';

const ofEntity = z.object({ '@entityId': z.guid().toLowerCase() });

/** The thresholds that charts draw for an entity. */
export const ruleThresholdsRoutes = (app: App, services: Services): void => {
  app.get(
    '/v1/rules/GetThresholds',
    {
      config: { permission: ruleMatchReaders, summary: 'Numbers that rules compare the value of an entity with' },
      schema: { querystring: ofEntity, response: { 200: ruleThresholds } },
    },
    async ({ context, query }) => ({ value: await readThresholds(services, context, query['@entityId']) }),
  );
};
