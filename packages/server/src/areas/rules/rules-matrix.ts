import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import type { AreaMatrix, MatrixExample } from '../../testing/matrix-example.ts';

const rule = {
  name: 'Matrix',
  ruleTypeId: 1,
  matchLifetime: '00:05:00',
  conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
};

const inADay = (): string => new Date(new ManualClock().now().getTime() + 86_400_000).toISOString();

const lookup = (path: string): MatrixExample => ({
  route: `GET ${path}`,
  place: 'none',
  request: () => ({ url: path }),
  foreign: 'same',
});

/** Rules, their matches and the lookups of the rule editor. */
export const rulesMatrix: AreaMatrix = {
  area: 'rules',
  async seed(database, tenantId) {
    const ids = { ruleId: randomUUID(), ruleMatchId: randomUUID(), silenceId: randomUUID(), tenantId };
    await database.asOwner(
      `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
         use_sliding_expiration, conditions, match_actions, expiration_actions, is_deleted, created, created_by, modified,
         modified_by)
       values ($1, $2, true, 'Matrix', 1, 300, '00:05:00', false,
         '[{"Type":0,"LeftOperand":1,"Operator":3,"RightOperand":"90"}]',
         '[{"ActionDefinitionId":"5e4d0000-0000-4000-8000-000000000002","Parameters":{"Color":"Red"}}]', '[]', false,
         now(), 'test', now(), 'test')`,
      [tenantId, ids.ruleId],
    );
    await database.asOwner(
      `insert into cfs.rule_matches (tenant_id, rule_match_id, rule_id, subject_id, label, created, first_match, last_match,
         expires, match_count, in_maintenance, completion_processed, modified)
       values ($1, $2, $3, gen_random_uuid(), 'Matrix', now(), now(), now(), now(), 1, false, false, now())`,
      [tenantId, ids.ruleMatchId, ids.ruleId],
    );
    await database.asOwner(
      `insert into cfs.silences (tenant_id, silence_id, rule_id, until, reason, created, created_by, modified, modified_by)
       values ($1, $2, $3, now() + interval '1 day', 'Matrix', now(), 'test', now(), 'test')`,
      [tenantId, ids.silenceId, ids.ruleId],
    );
    return ids;
  },
  examples: [
    ...listExamples('/v1/rules', ({ ruleId }) => `ruleId eq ${ruleId}`),
    ...listExamples('/v1/rulematches', ({ ruleMatchId }) => `ruleMatchId eq ${ruleMatchId}`),
    {
      route: 'GET /v1/rulematches',
      place: 'expand',
      request: ({ ruleId }) => ({ url: `/v1/rulematches?$filter=rule/ruleId eq ${ruleId}&$expand=rule` }),
      foreign: 'empty',
    },
    {
      route: 'POST /v1/rulematches/:ruleMatchId/dryrun',
      place: 'path',
      request: ({ ruleMatchId }) => ({ url: `/v1/rulematches/${ruleMatchId}/dryrun`, body: { occasion: 'Began' } }),
      foreign: 404,
    },
    {
      route: 'POST /v1/rulematches/:ruleMatchId/expire',
      place: 'path',
      request: ({ ruleMatchId }) => ({ url: `/v1/rulematches/${ruleMatchId}/expire`, body: { reason: 'Matrix' } }),
      foreign: 404,
    },
    {
      route: 'POST /v1/rulematches/:ruleMatchId/acknowledge',
      place: 'path',
      request: ({ ruleMatchId }) => ({ url: `/v1/rulematches/${ruleMatchId}/acknowledge` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/rulematches/:ruleMatchId/explanation',
      place: 'path',
      request: ({ ruleMatchId }) => ({ url: `/v1/rulematches/${ruleMatchId}/explanation` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/rules/:ruleId/explanation',
      place: 'path',
      request: ({ ruleId }) => ({ url: `/v1/rules/${ruleId}/explanation?entityId=${ruleId}` }),
      foreign: 404,
    },
    ...listExamples('/v1/silences', ({ silenceId }) => `silenceId eq ${silenceId}`),
    {
      route: 'GET /v1/silences',
      place: 'expand',
      request: ({ ruleId }) => ({ url: `/v1/silences?$filter=rule/ruleId eq ${ruleId}&$expand=rule` }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/silences',
      place: 'body',
      request: ({ ruleId }) => ({ url: '/v1/silences', body: { ruleId, until: inADay(), reason: 'Matrix' } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/silences/:silenceId',
      place: 'path',
      request: ({ silenceId }) => ({ url: `/v1/silences/${silenceId}`, body: { until: inADay(), reason: 'Matrix' } }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/silences/:silenceId',
      place: 'path',
      request: ({ silenceId }) => ({ url: `/v1/silences/${silenceId}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'PUT /v1/rules',
      place: 'body',
      request: ({ tenantId }) => ({ url: '/v1/rules', body: { ...rule, tenantId } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/rules/backtest',
      place: 'body',
      request: ({ ruleId }) => ({ url: '/v1/rules/backtest', body: { ruleId, rule } }),
      foreign: 404,
    },
    {
      route: 'POST /v1/rules/:ruleId',
      place: 'path',
      request: ({ ruleId }) => ({ url: `/v1/rules/${ruleId}`, body: rule }),
      foreign: 404,
    },
    {
      route: 'POST /v1/rules/toggledisabled/:ruleId',
      place: 'path',
      request: ({ ruleId }) => ({ url: `/v1/rules/toggledisabled/${ruleId}` }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/rules/:ruleId',
      place: 'path',
      request: ({ ruleId }) => ({ url: `/v1/rules/${ruleId}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'GET /v1/rules/GetRulesForAction',
      place: 'parameter',
      request: () => ({
        url: '/v1/rules/GetRulesForAction(actionDefinitionId=5e4d0000-0000-4000-8000-000000000002)',
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/rules/GetThresholds',
      place: 'none',
      request: () => ({ url: '/v1/rules/GetThresholds(entityId=10000000-0000-4000-8000-000000000001)' }),
      foreign: 'empty',
    },
    lookup('/api/generalLookup/ruletypes'),
    lookup('/api/generalLookup/operators'),
    lookup('/api/generalLookup/occuranceoptions'),
    lookup('/api/generalLookup/ruleleftoperands'),
    ...[6, 9, 30, 64, 65].map((operandId): MatrixExample => ({
      route: 'GET /api/:tenantId/rulelookup/conditionInputOptions/:leftOperandType',
      place: 'lookup',
      request: ({ tenantId }) => ({ url: `/api/${tenantId}/rulelookup/conditionInputOptions/${operandId}` }),
      foreign: 403,
    })),
  ],
};
