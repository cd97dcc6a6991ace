import { actionDefinitionTypes } from '@cfs/contracts/action-enumerations';
import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

/** Action definitions of every tenant that the caller may see, with the built-in ones and those of all tenants. */
export const actionDefinitionEntity = defineEntity({
  name: 'ActionDefinition',
  description: 'An action that rules and protocols may run.',
  set: 'actionDefinitions',
  table: 'action_definitions',
  key: 'actionDefinitionId',
  keyColumn: 'action_definition_id',
  permission: 'ActionDefinitions:view',
  reach: 'visible',
  shared: true,
  defaultOrder: [{ property: 'name' }],
  properties: {
    actionDefinitionId: { type: 'guid', sql: 'action_definition_id' },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'action_definitions_name', allTenants: 'action_definitions_name_all' },
    },
    description: { type: 'string', sql: 'description', nullable: true, search: true },
    actionDefinitionTypeId: { type: 'int32', sql: 'action_definition_type_id', names: actionDefinitionTypes },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true, sort: false },
    inputParameters: { type: 'string', sql: 'input_parameters', filter: false, sort: false },
    endpointUrl: { type: 'string', sql: 'endpoint_url', nullable: true, filter: false, sort: false },
    httpMethod: { type: 'string', sql: 'http_method', nullable: true, sort: false },
    headers: { type: 'string', sql: 'headers', nullable: true, filter: false, sort: false },
    body: { type: 'string', sql: 'body', nullable: true, filter: false, sort: false },
    created: { type: 'dateTimeOffset', sql: 'created', sort: false },
    createdBy: { type: 'string', sql: 'created_by', sort: false },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  edges: { tenant: tenantEdge },
});
