import { leftOperands, leftOperandsById, operatorsByInputType } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { z } from 'zod';
import type { App } from '../../platform/http/app-instance.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { readInputOptions } from './read-input-options.ts';

const config = { permission: 'Rules:view' } as const;

const entries = (catalogue: Readonly<Record<string, number>>) =>
  Object.entries(catalogue).map(([name, id]) => ({ id, name }));

const operandQuery = z.object({
  ruleType: z.coerce.number().int().optional(),
  tenantId: z.union([z.guid(), z.literal('')]).optional(),
});

/** What the rule editor chooses from (shell specification, section 7). */
export const ruleLookupRoutes = (app: App, services: Services): void => {
  app.get('/api/generalLookup/ruletypes', { config }, () => entries(ruleTypes));

  app.get('/api/generalLookup/operators', { config }, () => entries(ruleOperators));

  app.get('/api/generalLookup/occuranceoptions', { config }, () => entries(occurrenceOptions));

  app.get(
    '/api/generalLookup/ruleleftoperands',
    { config, schema: { querystring: operandQuery } },
    ({ query: { ruleType } }) =>
      leftOperands
        .filter(({ ruleTypeIds }) => ruleType === undefined || ruleTypeIds.some((id) => id === ruleType))
        .map(({ id, name, inputTypeId, hasFieldName }) => ({
          id,
          name,
          inputTypeId,
          hasFieldName,
          operatorIds: operatorsByInputType[inputTypeId],
        })),
  );

  app.get(
    '/api/:tenantId/rulelookup/conditionInputOptions/:leftOperandType',
    {
      config,
      schema: {
        params: z.object({ tenantId: z.guid().toLowerCase(), leftOperandType: z.coerce.number().int() }),
        querystring: z.object({ tenantId: z.union([z.guid().toLowerCase(), z.literal('')]).optional() }),
      },
    },
    async ({ context, params: { tenantId, leftOperandType }, query }) => {
      const operand = leftOperandsById.get(leftOperandType);
      if (!operand) throw notFound('Left operand');
      return readInputOptions(services, context, operand, query.tenantId || tenantId);
    },
  );
};
