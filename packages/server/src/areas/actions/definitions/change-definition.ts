import { randomUUID } from 'node:crypto';
import { builtInTypes } from '@cfs/contracts/action-enumerations';
import { namesIn, type ValidActionDefinition } from '@cfs/contracts/actions';
import type { Permission } from '@cfs/contracts/permissions';
import type { Selectable } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import { expectAllTenants } from '../../../platform/access/expect-all-tenants.ts';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { expectModified } from '../../../platform/modified.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { findUnknownSecrets, unknownSecretMessage } from '../../secrets/find-unknown-secrets.ts';
import { ownerTenant } from '../../tenants/owner-tenant.ts';
import type { ActionDefinitionTable } from '../action-table.ts';

type Needs = Pick<Services, 'gate'>;
type Row = Selectable<ActionDefinitionTable>;

const columnsOf = (definition: ValidActionDefinition) => ({
  name: definition.name,
  description: definition.description ?? null,
  action_definition_type_id: definition.actionDefinitionTypeId,
  input_parameters: namesIn(definition.inputParameters).join(','),
  endpoint_url: definition.endpointUrl,
  http_method: definition.httpMethod,
  headers: definition.headers ?? null,
  body: definition.body ?? null,
});

/** Throws 400 for a secret that the tenant does not have. */
const expectSecrets = async (
  db: ScopedDatabase,
  tenantId: string,
  definition: ValidActionDefinition,
): Promise<void> => {
  const errors: Record<string, string[]> = {};
  for (const field of ['endpointUrl', 'headers', 'body'] as const) {
    const unknown = await findUnknownSecrets(db, tenantId, [definition[field]]);
    if (unknown.length > 0) errors[field] = unknown.map(unknownSecretMessage);
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
};

/**
 * Locks a definition that the caller may change. Throws 404 if there is none, 409 for a built-in one, 403 for a shared
 * one unless the caller holds the permission in all tenants.
 */
const lockDefinition = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  actionDefinitionId: string,
): Promise<Row> => {
  const row = await db
    .selectFrom('action_definitions')
    .selectAll()
    .where('action_definition_id', '=', actionDefinitionId)
    .where(inScope(context, { permission, shared: true }, 'action_definitions.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Action Definition');
  if (builtInTypes.has(row.action_definition_type_id)) {
    throw conflict('Built-in actions can be neither edited nor deleted.');
  }
  if (row.tenant_id === systemTenantId) expectAllTenants(context, permission);
  return row;
};

/** Creates a definition and resolves with its id. */
export const createDefinition = async (
  services: Needs,
  context: Context,
  definition: ValidActionDefinition,
): Promise<string> => {
  const id = randomUUID();
  await services.gate.write(context, { permission: 'ActionDefinitions:create', shared: true }, async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'ActionDefinitions:create', definition.tenantId);
    await expectSecrets(db, tenantId, definition);
    const columns = columnsOf(definition);
    await db
      .insertInto('action_definitions')
      .values({
        ...columns,
        tenant_id: tenantId,
        action_definition_id: id,
        ...change.created(),
      })
      .execute();
    await change.record({ entity: 'ActionDefinition', id, tenantId, after: columns });
  });
  return id;
};

/**
 * Replaces a definition that is not built in.
 *
 * @throws 404, 409 for a stale `modified`.
 */
export const updateDefinition = (
  services: Needs,
  context: Context,
  id: string,
  definition: ValidActionDefinition,
): Promise<void> =>
  services.gate.write(context, { permission: 'ActionDefinitions:edit', shared: true }, async (db, change) => {
    const before = await lockDefinition(db, context, 'ActionDefinitions:edit', id);
    expectModified(before.modified, definition.modified);
    const tenantId = before.tenant_id;
    if (definition.tenantId !== undefined && (definition.tenantId ?? systemTenantId) !== tenantId) {
      throw invalid({ tenantId: ['The tenant of an action cannot be changed.'] });
    }
    await expectSecrets(db, tenantId, definition);
    const columns = columnsOf(definition);
    await db
      .updateTable('action_definitions')
      .set({
        ...columns,
        ...change.modified(before),
      })
      .where('tenant_id', '=', tenantId)
      .where('action_definition_id', '=', id)
      .execute();
    await change.record({ entity: 'ActionDefinition', id, tenantId, before, after: columns });
  });

/** Removes the references to an action that is being deleted, in the caller's transaction. */
export type RemoveActionReferences = (db: ScopedDatabase, change: Change, actionDefinitionId: string) => Promise<void>;

/** Deletes a definition that is not built in, with all references to it. */
export const deleteDefinition = (
  services: Needs,
  context: Context,
  id: string,
  removeReferences: readonly RemoveActionReferences[],
): Promise<void> =>
  services.gate.write(context, { permission: 'ActionDefinitions:delete', shared: true }, async (db, change) => {
    const before = await lockDefinition(db, context, 'ActionDefinitions:delete', id);
    for (const remove of removeReferences) await remove(db, change, id);
    await db
      .deleteFrom('action_definitions')
      .where('tenant_id', '=', before.tenant_id)
      .where('action_definition_id', '=', id)
      .execute();
    await change.record({ entity: 'ActionDefinition', id, tenantId: before.tenant_id, before });
  });
