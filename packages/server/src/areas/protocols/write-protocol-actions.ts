import { randomUUID } from 'node:crypto';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import type { ProtocolActionCreate, ProtocolActionUpdate } from '@cfs/contracts/protocols';
import { workUnitEventTypes, type WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Selectable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { checkProtocolAction } from './check-protocol-action.ts';
import { holdProtocol } from './hold-protocol.ts';
import type { ProtocolActionTable } from './protocol-action-table.ts';

type Needs = Pick<Services, 'gate'>;
type Row = Selectable<ProtocolActionTable>;

const scope = { permission: 'WorkUnits.Protocols:edit', shared: true } as const;
const numberOf = (event: WorkUnitEventType): number => workUnitEventTypes[event];

/** The action, held together with its protocol; 404 out of reach. */
const holdAction = async (db: ScopedDatabase, context: Context, id: string): Promise<Row> => {
  const row = await db
    .selectFrom('protocol_actions')
    .selectAll()
    .where('protocol_action_id', '=', id)
    .where(inScope(context, scope, 'protocol_actions.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('Protocol Action');
  await holdProtocol(db, context, scope.permission, row.protocol_id);
  return row;
};

/** Adds an action to a protocol and answers its id. */
export const createProtocolAction = (
  services: Needs,
  context: Context,
  action: ProtocolActionCreate,
): Promise<string> =>
  services.gate.write(context, scope, async (db, change) => {
    const { tenant_id: tenantId } = await holdProtocol(db, context, scope.permission, action.protocolId);
    const id = randomUUID();
    const columns = {
      protocol_id: action.protocolId,
      action_definition_id: action.actionDefinitionId,
      event: numberOf(action.workUnitEventTypeId),
      parameters: JSON.stringify(await checkProtocolAction(db, tenantId, action)),
      sequence: action.sequence,
      summary: action.summary ?? null,
      run_automatically: action.runAutomatically,
      repeatable: action.repeatable,
    };
    await db
      .insertInto('protocol_actions')
      .values({
        ...columns,
        tenant_id: tenantId,
        protocol_action_id: id,
        ...change.created(),
      })
      .execute();
    await change.record({ entity: 'ProtocolAction', id, tenantId, after: columns });
    return id;
  });

/** Changes what the body names of a protocol's action; 409 when the row has moved on. */
export const updateProtocolAction = (
  services: Needs,
  context: Context,
  id: string,
  body: ProtocolActionUpdate,
): Promise<void> =>
  services.gate.write(context, scope, async (db, change) => {
    const before = await holdAction(db, context, id);
    expectModified(before.modified, body.modified);
    if (body.protocolId !== undefined && body.protocolId !== before.protocol_id)
      throw invalid({ ProtocolId: ['The protocol of an action never changes.'] });
    const actionDefinitionId = body.actionDefinitionId ?? before.action_definition_id;
    const given = body.parameters ?? (JSON.parse(before.parameters) as ParameterValues);
    const parameters = await checkProtocolAction(db, before.tenant_id, { actionDefinitionId, parameters: given });
    const columns = {
      action_definition_id: actionDefinitionId,
      event: body.workUnitEventTypeId === undefined ? before.event : numberOf(body.workUnitEventTypeId),
      parameters: JSON.stringify(parameters),
      sequence: body.sequence ?? before.sequence,
      summary: body.summary === undefined ? before.summary : body.summary,
      run_automatically: body.runAutomatically ?? before.run_automatically,
      repeatable: body.repeatable ?? before.repeatable,
    };
    await db
      .updateTable('protocol_actions')
      .set({
        ...columns,
        ...change.modified(before),
      })
      .where('tenant_id', '=', before.tenant_id)
      .where('protocol_action_id', '=', id)
      .execute();
    await change.record({
      entity: 'ProtocolAction',
      id,
      tenantId: before.tenant_id,
      before,
      after: columns,
    });
  });

/** Takes an action out of its protocol. */
export const deleteProtocolAction = (services: Needs, context: Context, id: string): Promise<void> =>
  services.gate.write(context, scope, async (db, change) => {
    const before = await holdAction(db, context, id);
    await db
      .deleteFrom('protocol_actions')
      .where('tenant_id', '=', before.tenant_id)
      .where('protocol_action_id', '=', id)
      .execute();
    await change.record({ entity: 'ProtocolAction', id, tenantId: before.tenant_id, before });
  });
