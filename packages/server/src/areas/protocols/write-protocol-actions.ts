import { randomUUID } from 'node:crypto';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { maxProtocolActions, type ProtocolActionCreate, type ProtocolActionUpdate } from '@cfs/contracts/protocols';
import { workUnitEventTypes, type WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Selectable } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { expectModified } from '../../platform/modified.ts';
import { invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { checkProtocolAction } from './check-protocol-action.ts';
import { lockProtocol } from './lock-protocol.ts';
import type { ProtocolActionTable } from './protocol-action-table.ts';

type Needs = Pick<Services, 'gate'>;
type Row = Selectable<ProtocolActionTable>;

const scope = { permission: 'WorkUnits.Protocols:edit', shared: true } as const;
/** Maximum value of the column. */
const maxSequence = 2 ** 31 - 1;

const numberOf = (event: WorkUnitEventType): number => workUnitEventTypes[event];

/**
 * Returns the action and locks it after its protocol, as every write of actions does.
 *
 * @throws 404 outside the caller's scope.
 */
const lockAction = async (db: ScopedDatabase, context: Context, id: string): Promise<Row> => {
  const actions = db
    .selectFrom('protocol_actions')
    .selectAll()
    .where('protocol_action_id', '=', id)
    .where(inScope(context, scope, 'protocol_actions.tenant_id'));
  const found = await actions.executeTakeFirst();
  if (!found) throw notFound('Protocol Action');
  await lockProtocol(db, context, scope.permission, found.protocol_id);
  const row = await actions.forUpdate().executeTakeFirst();
  if (!row) throw notFound('Protocol Action');
  return row;
};

/** The position after the last action of an event. The caller has locked the protocol. */
const nextSequence = async (
  db: ScopedDatabase,
  protocol: { readonly tenantId: string; readonly protocolId: string },
  event: number,
): Promise<number> => {
  const { last } = await db
    .selectFrom('protocol_actions')
    .select((row) => row.fn.max<number | null>('sequence').as('last'))
    .where('tenant_id', '=', protocol.tenantId)
    .where('protocol_id', '=', protocol.protocolId)
    .where('event', '=', event)
    .executeTakeFirstOrThrow();
  return Math.min((last ?? -1) + 1, maxSequence);
};

/** @throws 400 if the protocol, which the caller has locked, has the maximum number of actions. */
const expectRoom = async (db: ScopedDatabase, tenantId: string, protocolId: string): Promise<void> => {
  const { actions } = await db
    .selectFrom('protocol_actions')
    .select((row) => row.fn.countAll<number>().as('actions'))
    .where('tenant_id', '=', tenantId)
    .where('protocol_id', '=', protocolId)
    .executeTakeFirstOrThrow();
  if (Number(actions) >= maxProtocolActions)
    throw invalid({ ProtocolId: [`A protocol has at most ${maxProtocolActions} actions.`] });
};

/** Adds an action to a protocol and returns its id. It is the last of its event unless the body contains a sequence. */
export const createProtocolAction = (
  services: Needs,
  context: Context,
  action: ProtocolActionCreate,
): Promise<string> =>
  services.gate.write(context, scope, async (db, change) => {
    const { tenant_id: tenantId } = await lockProtocol(db, context, scope.permission, action.protocolId);
    const { protocolId } = action;
    await expectRoom(db, tenantId, protocolId);
    const id = randomUUID();
    const event = numberOf(action.workUnitEventTypeId);
    const columns = {
      protocol_id: protocolId,
      action_definition_id: action.actionDefinitionId,
      event,
      parameters: JSON.stringify(await checkProtocolAction(db, tenantId, action)),
      sequence: action.sequence ?? (await nextSequence(db, { tenantId, protocolId }, event)),
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

/**
 * Changes the fields of a protocol's action that the body contains.
 *
 * @throws 409 if the row has changed since the caller read it.
 */
export const updateProtocolAction = (
  services: Needs,
  context: Context,
  id: string,
  body: ProtocolActionUpdate,
): Promise<void> =>
  services.gate.write(context, scope, async (db, change) => {
    const before = await lockAction(db, context, id);
    expectModified(before.modified, body.modified);
    if (body.protocolId !== undefined && body.protocolId !== before.protocol_id)
      throw invalid({ ProtocolId: ['The protocol of an action cannot be changed.'] });
    const actionDefinitionId = body.actionDefinitionId ?? before.action_definition_id;
    const given = body.parameters ?? (JSON.parse(before.parameters) as ParameterValues);
    const runAutomatically = body.runAutomatically ?? before.run_automatically;
    const parameters = await checkProtocolAction(db, before.tenant_id, {
      actionDefinitionId,
      runAutomatically,
      parameters: given,
    });
    const event = body.workUnitEventTypeId === undefined ? before.event : numberOf(body.workUnitEventTypeId);
    const protocol = { tenantId: before.tenant_id, protocolId: before.protocol_id };
    const present = event === before.event ? before.sequence : await nextSequence(db, protocol, event);
    const columns = {
      action_definition_id: actionDefinitionId,
      event,
      parameters: JSON.stringify(parameters),
      sequence: body.sequence ?? present,
      summary: body.summary === undefined ? before.summary : body.summary,
      run_automatically: runAutomatically,
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

/** Deletes an action from its protocol. */
export const deleteProtocolAction = (services: Needs, context: Context, id: string): Promise<void> =>
  services.gate.write(context, scope, async (db, change) => {
    const before = await lockAction(db, context, id);
    await db
      .deleteFrom('protocol_actions')
      .where('tenant_id', '=', before.tenant_id)
      .where('protocol_action_id', '=', id)
      .execute();
    await change.record({ entity: 'ProtocolAction', id, tenantId: before.tenant_id, before });
  });
