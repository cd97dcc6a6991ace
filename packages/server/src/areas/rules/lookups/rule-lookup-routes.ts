import { leftOperands, leftOperandsById, operatorsByInputType } from '@cfs/contracts/rule-left-operands';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-instance.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { readInputOptions } from './read-input-options.ts';

const permission = 'Rules:view';

const entries = (catalogue: Readonly<Record<string, number>>) =>
  Object.entries(catalogue).map(([name, id]) => ({ id, name }));

const operandQuery = z.object({
  ruleType: z.coerce.number().int().optional(),
  tenantId: z.union([z.guid().toLowerCase(), z.literal('')]).optional(),
});

const entriesSchema = z.array(z.object({ id: z.int(), name: z.string() }));
const operandsSchema = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    inputTypeId: z.int(),
    hasFieldName: z.boolean(),
    operatorIds: z.array(z.int()),
  }),
);
const optionsSchema = z.array(z.object({ value: z.string(), name: z.string() }));

/** The choices of the rule editor (docs/reference/rules.md#calls). */
export const ruleLookupRoutes = (app: App, services: Services): void => {
  app.get(
    '/api/generalLookup/ruletypes',
    { config: { permission, summary: 'Types of rules', answers: { 200: entriesSchema } } },
    () => entries(ruleTypes),
  );

  app.get(
    '/api/generalLookup/operators',
    { config: { permission, summary: 'Operators of conditions', answers: { 200: entriesSchema } } },
    () => entries(ruleOperators),
  );

  app.get(
    '/api/generalLookup/occuranceoptions',
    { config: { permission, summary: 'Occurrence options of rules', answers: { 200: entriesSchema } } },
    () => entries(occurrenceOptions),
  );

  app.get(
    '/api/generalLookup/ruleleftoperands',
    {
      config: { permission, summary: 'Left operands of conditions', answers: { 200: operandsSchema } },
      schema: { querystring: operandQuery },
    },
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
      config: { permission, summary: 'Choices for the right side of a condition', answers: { 200: optionsSchema } },
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
