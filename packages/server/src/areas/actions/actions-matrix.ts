import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

const definition = { name: 'Matrix', actionDefinitionTypeId: 4, endpointUrl: 'https://example.com/' };

/** The action catalogue and its history. */
export const actionsMatrix: AreaMatrix = {
  area: 'actions',
  async seed(database, tenantId) {
    const ids = { actionDefinitionId: randomUUID(), actionHistoryId: randomUUID(), tenantId };
    await database.asOwner(
      `insert into cfs.action_definitions (tenant_id, action_definition_id, name, action_definition_type_id,
         input_parameters, endpoint_url, http_method, created, created_by, modified, modified_by)
       values ($1, $2, 'Matrix', 4, '', 'https://example.com/', 'POST', now(), 'test', now(), 'test')`,
      [tenantId, ids.actionDefinitionId],
    );
    await database.asOwner(
      `insert into cfs.action_histories (tenant_id, action_history_id, action_definition_id, action_processed,
         result_status_id, input_parameters, message_id)
       values ($1, $2, $3, now(), 1, '{}', gen_random_uuid())`,
      [tenantId, ids.actionHistoryId, ids.actionDefinitionId],
    );
    return ids;
  },
  examples: [
    ...listExamples('/v1/actionDefinitions', ({ actionDefinitionId }) => `actionDefinitionId eq ${actionDefinitionId}`),
    ...listExamples('/v1/actionHistories', ({ actionHistoryId }) => `actionHistoryId eq ${actionHistoryId}`),
    {
      route: 'PUT /v1/actionDefinitions',
      place: 'body',
      request: ({ tenantId }) => ({ url: '/v1/actionDefinitions', body: { ...definition, tenantId } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/actionDefinitions/:actionDefinitionId',
      place: 'path',
      request: ({ actionDefinitionId }) => ({ url: `/v1/actionDefinitions/${actionDefinitionId}`, body: definition }),
      foreign: 404,
    },
    {
      route: 'POST /v1/actionDefinitions/:actionDefinitionId/test',
      place: 'path',
      request: ({ actionDefinitionId }) => ({ url: `/v1/actionDefinitions/${actionDefinitionId}/test`, body: {} }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/actionDefinitions/:actionDefinitionId',
      place: 'path',
      request: ({ actionDefinitionId }) => ({ url: `/v1/actionDefinitions/${actionDefinitionId}` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/actionDefinitions/GetActionDefinitionsForProtocols',
      place: 'parameter',
      request: ({ tenantId }) => ({
        url: `/v1/actionDefinitions/GetActionDefinitionsForProtocols(tenantId=${tenantId})`,
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/actionDefinitions/GetActionDefinitionsForRules',
      place: 'parameter',
      request: ({ tenantId }) => ({ url: `/v1/actionDefinitions/GetActionDefinitionsForRules(tenantId=${tenantId})` }),
      foreign: 'empty',
    },
  ],
};
