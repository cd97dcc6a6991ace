import { randomInt, randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

/** Values of created, created_by, modified and modified_by. */
const stamped = `now(), 'matrix', now(), 'matrix'`;

export const protocolsMatrix: AreaMatrix = {
  area: 'protocols',
  async seed(database, tenantId) {
    const ids = {
      tenantId,
      protocolId: randomUUID(),
      unusedProtocolId: randomUUID(),
      protocolActionId: randomUUID(),
      mailActionId: randomUUID(),
      actionDefinitionId: randomUUID(),
      ruleId: randomUUID(),
      workUnitId: String(randomInt(1_000_000_000, 2_000_000_000)),
      internalWorkUnitId: randomUUID(),
    };
    for (const protocolId of [ids.protocolId, ids.unusedProtocolId])
      await database.asOwner(
        `insert into cfs.protocols (tenant_id, protocol_id, name, timer_seconds, created, created_by, modified, modified_by)
         values ($1, $2, 'Seeded by the matrix', 600, ${stamped})`,
        [tenantId, protocolId],
      );
    await database.asOwner(
      `insert into cfs.action_definitions (tenant_id, action_definition_id, name, action_definition_type_id,
         input_parameters, endpoint_url, http_method, created, created_by, modified, modified_by)
       values ($1, $2, 'Matrix', 4, '', 'https://example.com/', 'POST', ${stamped})`,
      [tenantId, ids.actionDefinitionId],
    );
    await database.asOwner(
      `insert into cfs.protocol_actions (tenant_id, protocol_action_id, protocol_id, action_definition_id, event,
         parameters, sequence, run_automatically, repeatable, created, created_by, modified, modified_by)
       values ($1, $2, $3, $4, 2, '{}', 0, false, true, ${stamped})`,
      [tenantId, ids.protocolActionId, ids.protocolId, ids.actionDefinitionId],
    );
    await database.asOwner(
      `insert into cfs.protocol_actions (tenant_id, protocol_action_id, protocol_id, action_definition_id, event,
         parameters, sequence, run_automatically, repeatable, created, created_by, modified, modified_by)
       values ($1, $2, $3, $4, 2, '{"To":"matrix@example.com"}', 1, false, true, ${stamped})`,
      [tenantId, ids.mailActionId, ids.protocolId, builtInActions.sendEmail],
    );
    await database.asOwner(
      `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
         use_sliding_expiration, conditions, match_actions, expiration_actions, is_deleted, created, created_by, modified, modified_by)
       values ($1, $2, false, 'Matrix', 1, 300, '00:05:00', false, '[]', $3, '[]', false, ${stamped})`,
      [
        tenantId,
        ids.ruleId,
        JSON.stringify([
          { ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { ProtocolId: ids.protocolId } },
        ]),
      ],
    );
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, protocol_id, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Seeded by the matrix', 1, 2, 1, $4, ${stamped})`,
      [tenantId, ids.workUnitId, ids.internalWorkUnitId, ids.protocolId],
    );
    return ids;
  },
  examples: [
    ...listExamples('/v1/protocols', (ids) => `protocolId eq ${ids['protocolId']}`),
    ...listExamples('/v1/protocolActions', (ids) => `protocolActionId eq ${ids['protocolActionId']}`),
    {
      route: 'GET /v1/protocols',
      place: 'expand',
      request: (ids) => ({
        url: `/v1/protocols?$filter=protocolId eq ${ids['protocolId']}&$expand=tenant,protocolActions`,
      }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/protocols',
      place: 'body',
      request: ({ tenantId }) => ({ url: '/v1/protocols', body: { name: 'From the matrix', tenantId } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/protocols/:protocolId',
      place: 'path',
      request: (ids) => ({ url: `/v1/protocols/${ids['protocolId']}`, body: { name: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/protocols/:protocolId',
      place: 'path',
      request: (ids) => ({ url: `/v1/protocols/${ids['unusedProtocolId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'POST /v1/protocols/:protocolId/actionOrder',
      place: 'path',
      request: (ids) => ({
        url: `/v1/protocols/${ids['protocolId']}/actionOrder`,
        body: {
          workUnitEventTypeId: 'OnAcknowledged',
          expected: [ids['protocolActionId'], ids['mailActionId']],
          protocolActionIds: [ids['mailActionId'], ids['protocolActionId']],
        },
      }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/protocolActions',
      place: 'body',
      request: (ids) => ({
        url: '/v1/protocolActions',
        body: {
          protocolId: ids['protocolId'],
          actionDefinitionId: builtInActions.sendEmail,
          workUnitEventTypeId: 'OnNew',
        },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/protocolActions',
      place: 'body',
      request: (ids) => ({
        url: '/v1/protocolActions',
        body: {
          protocolId: ids['protocolId'],
          actionDefinitionId: ids['actionDefinitionId'],
          workUnitEventTypeId: 'OnNew',
        },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/protocolActions/:protocolActionId',
      place: 'path',
      request: (ids) => ({
        url: `/v1/protocolActions/${ids['protocolActionId']}`,
        body: { summary: 'From the matrix' },
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/protocolActions/:protocolActionId',
      place: 'path',
      request: (ids) => ({ url: `/v1/protocolActions/${ids['protocolActionId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'GET /v1/protocols/GetMatchedRules',
      place: 'parameter',
      request: (ids) => ({ url: `/v1/protocols/GetMatchedRules(id=${ids['protocolId']})` }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/protocols/GetProtocolsForAction',
      place: 'parameter',
      request: (ids) => ({
        url: `/v1/protocols/GetProtocolsForAction(actionDefinitionId=${ids['actionDefinitionId']})`,
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/workunits/:workUnitId/manualActions',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/manualActions` }),
      foreign: 404,
    },
    {
      route: 'POST /v1/workunits/:workUnitId/dryrun',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/dryrun`, body: { event: 'OnNew' } }),
      foreign: 404,
    },
    {
      route: 'POST /v1/workunits/:workUnitId/protocolActions/:protocolActionId/trigger',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}/protocolActions/${ids['protocolActionId']}/trigger`,
        body: { reject: true },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/emailtemplates/render',
      place: 'body',
      request: (ids) => ({
        url: '/v1/emailtemplates/render',
        body: { workUnitId: Number(ids['workUnitId']), protocolActionId: ids['mailActionId'] },
      }),
      foreign: 404,
    },
  ],
};
