import { actionDefinitionTypes, actionHttpMethods, customActionTypes } from '@cfs/contracts/action-enumerations';
import { actionDefinitionInputSchema, namesIn, type ValidActionDefinition } from '@cfs/contracts/actions';
import { nameOf } from '@cfs/contracts/name-of';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { systemTenantId } from '../../platform/context.ts';
import { compact } from '../../platform/tenant-configuration/compact.ts';
import {
  listPart,
  type AreaConfiguration,
  type Reading,
} from '../../platform/tenant-configuration/configuration-part.ts';
import { parseBody } from '../../platform/tenant-configuration/item-faults.ts';
import { orNull } from '../../platform/tenant-configuration/or-null.ts';
import type { ActionDefinitionTable } from './action-table.ts';
import {
  createDefinition,
  deleteDefinition,
  updateDefinition,
  type RemoveActionReferences,
} from './definitions/change-definition.ts';

type Row = Selectable<ActionDefinitionTable>;
type CustomType = 'ProtocolAction' | 'RuleAction' | 'ProtocolOrRuleAction';

const customTypes = Object.entries(actionDefinitionTypes)
  .filter(([, id]) => customActionTypes.includes(id))
  .map(([name]) => name as CustomType);

const itemSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(''),
  type: z.enum(customTypes),
  parameters: z.array(z.string().trim().min(1).max(100)).max(100).default([]),
  method: z.enum(actionHttpMethods).default('POST'),
  url: z.string().trim().min(1).max(2_000),
  headers: z.string().max(8_000).default(''),
  body: z.string().max(64_000).default(''),
});
type Item = z.output<typeof itemSchema>;

const read = ({ db, tenantId }: Reading): Promise<Row[]> =>
  db.selectFrom('action_definitions').selectAll().where('tenant_id', '=', tenantId).execute();

const toItem = (row: Row) => {
  const parameters = namesIn(row.input_parameters);
  return {
    name: row.name,
    ...compact({ description: row.description }),
    type: nameOf(actionDefinitionTypes, row.action_definition_type_id),
    ...compact(
      { parameters: parameters.length === 0 ? undefined : parameters, method: row.http_method },
      { method: 'POST' },
    ),
    url: row.endpoint_url,
    ...compact({ headers: row.headers, body: row.body }),
  };
};

const toBody = (item: Item): ValidActionDefinition =>
  parseBody(actionDefinitionInputSchema, {
    name: item.name,
    description: orNull(item.description),
    actionDefinitionTypeId: actionDefinitionTypes[item.type],
    inputParameters: item.parameters.join(','),
    endpointUrl: item.url,
    httpMethod: item.method,
    headers: orNull(item.headers),
    body: orNull(item.body),
  });

/** Action definitions in the configuration of a tenant. */
export const actionsConfiguration = (removeReferences: readonly RemoveActionReferences[]): AreaConfiguration => ({
  parts: [
    listPart({
      key: 'actions',
      noun: 'action',
      after: [],
      schema: itemSchema,
      unprinted: ['url', 'headers', 'body'],
      nameOf: ({ name }: Item) => name,
      namesIn: ({ name }) => [['action', name]],
      read,
      toItem,
      toBody,
      async create({ services, context, names }, body) {
        names.add('action', body.name, await createDefinition(services, context, body));
      },
      change: ({ services, context }, row: Row, body) =>
        updateDefinition(services, context, row.action_definition_id, {
          ...body,
          modified: row.modified.toISOString(),
        }),
      removal: {
        verb: 'delete',
        run: ({ services, context }, row) =>
          deleteDefinition(services, context, row.action_definition_id, removeReferences),
      },
    }),
  ],
  names: [
    {
      kind: 'action',
      async read(db, tenantId) {
        const rows = await db
          .selectFrom('action_definitions')
          .select(['action_definition_id', 'name', 'tenant_id'])
          .where('tenant_id', 'in', [tenantId, systemTenantId])
          .execute();
        return rows.map((row) => ({
          id: row.action_definition_id,
          name: row.name,
          isShared: row.tenant_id === systemTenantId,
        }));
      },
    },
  ],
});
