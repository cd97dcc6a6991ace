import { namesIn } from '@cfs/contracts/actions';
import { nameOf } from '@cfs/contracts/name-of';
import type { ParameterValues } from '@cfs/contracts/parameter-values';
import { maxProtocolActions, protocolActionCreateSchema, protocolCreateSchema } from '@cfs/contracts/protocols';
import { formatTimeSpan, parseTimeSpan } from '@cfs/contracts/time-span';
import { workUnitEventTypes, type WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { systemTenantId } from '../../platform/context.ts';
import { invalid } from '../../platform/problems.ts';
import { compact } from '../../platform/tenant-configuration/compact.ts';
import {
  listPart,
  type AreaConfiguration,
  type Reading,
  type Within,
} from '../../platform/tenant-configuration/configuration-part.ts';
import { parseBody } from '../../platform/tenant-configuration/item-faults.ts';
import { referenceSchema } from '../../platform/tenant-configuration/names.ts';
import { parameterTexts, sortedParameters, spanText } from '../../platform/tenant-configuration/schemas.ts';
import { orNull } from '../../platform/tenant-configuration/or-null.ts';
import type { ProtocolUse } from './describe-protocol-use.ts';
import type { ProtocolActionTable } from './protocol-action-table.ts';
import type { ProtocolTable } from './protocol-table.ts';
import { createProtocolAction, deleteProtocolAction, updateProtocolAction } from './write-protocol-actions.ts';
import { createProtocol, deleteProtocol, updateProtocol } from './write-protocols.ts';

type ActionRow = Selectable<ProtocolActionTable>;

interface Row extends Selectable<ProtocolTable> {
  /** Sorted by event and sequence. */
  readonly actions: readonly ActionRow[];
}

const actionSchema = z.strictObject({
  event: z.enum(Object.keys(workUnitEventTypes) as WorkUnitEventType[]),
  action: referenceSchema,
  parameters: parameterTexts,
  summary: z.string().max(500).default(''),
  automatic: z.boolean().default(false),
  repeatable: z.boolean().default(false),
});

const itemSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(''),
  timer: spanText.default('00:10:00'),
  actions: z
    .array(actionSchema)
    .max(maxProtocolActions)
    .default([])
    .transform((list) =>
      list.toSorted((left, right) => workUnitEventTypes[left.event] - workUnitEventTypes[right.event]),
    ),
});
type Item = z.output<typeof itemSchema>;

const read = async ({ db, tenantId }: Reading): Promise<Row[]> => {
  const protocols = await db.selectFrom('protocols').selectAll().where('tenant_id', '=', tenantId).execute();
  const actions = await db
    .selectFrom('protocol_actions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('event')
    .orderBy('sequence')
    .orderBy('created')
    .orderBy('protocol_action_id')
    .execute();
  const byProtocol = Map.groupBy(actions, (row) => row.protocol_id);
  return protocols.map((row) => ({ ...row, actions: byProtocol.get(row.protocol_id) ?? [] }));
};

const parametersOf = (row: ActionRow): ParameterValues =>
  sortedParameters(JSON.parse(row.parameters) as ParameterValues);

const toItem = (row: Row, { names }: Reading) => ({
  name: row.name,
  ...compact(
    {
      description: row.description,
      timer: formatTimeSpan(row.timer_seconds),
      actions:
        row.actions.length === 0
          ? undefined
          : row.actions.map((each) => {
              const parameters = parametersOf(each);
              return {
                event: nameOf(workUnitEventTypes, each.event),
                action: names.referenceTo('action', each.action_definition_id),
                ...compact(
                  {
                    parameters: Object.keys(parameters).length === 0 ? undefined : parameters,
                    summary: each.summary,
                    automatic: each.run_automatically,
                    repeatable: each.repeatable,
                  },
                  { automatic: false, repeatable: false },
                ),
              };
            }),
    },
    { timer: '00:10:00' },
  ),
});

const actionBody = protocolActionCreateSchema.omit({ protocolId: true }).required({ sequence: true });
type ActionBody = z.output<typeof actionBody>;

const toBody = (item: Item, { names }: Reading) => {
  const counts = new Map<string, number>();
  return {
    protocol: parseBody(protocolCreateSchema, {
      name: item.name,
      description: orNull(item.description),
      timerInverval: item.timer,
    }),
    actions: item.actions.map((each, index) => {
      const sequence = counts.get(each.event) ?? 0;
      counts.set(each.event, sequence + 1);
      return parseBody(actionBody, {
        actionDefinitionId: names.idOf('action', each.action, ['actions', index, 'action']),
        workUnitEventTypeId: each.event,
        parameters: each.parameters,
        sequence,
        summary: orNull(each.summary),
        runAutomatically: each.automatic,
        repeatable: each.repeatable,
      });
    }),
  };
};
type Body = ReturnType<typeof toBody>;

/** Refuses parameters that the action does not have, because they would be dropped silently. */
const expectParameters = async ({ db, tenantId }: Reading, actions: readonly ActionBody[]): Promise<void> => {
  if (actions.length === 0) return;
  const rows = await db
    .selectFrom('action_definitions')
    .select(['action_definition_id', 'name', 'input_parameters'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where(
      'action_definition_id',
      'in',
      actions.map((each) => each.actionDefinitionId),
    )
    .execute();
  const faults = actions.flatMap(({ actionDefinitionId, parameters }) => {
    const definition = rows.find((row) => row.action_definition_id === actionDefinitionId);
    if (!definition) return [];
    const known = namesIn(definition.input_parameters);
    return Object.keys(parameters)
      .filter((name) => !known.includes(name))
      .map((name) => `The action "${definition.name}" has no parameter ${name}.`);
  });
  if (faults.length > 0) throw invalid({ Parameters: [...new Set(faults)] });
};

const create = async (within: Within, { protocol, actions }: Body): Promise<void> => {
  const { services, context, names } = within;
  await expectParameters(within, actions);
  const protocolId = await createProtocol(services, context, protocol);
  names.add('protocol', protocol.name, protocolId);
  for (const each of actions) await createProtocolAction(services, context, { ...each, protocolId });
};

const isSameAction = (row: ActionRow, body: ActionBody): boolean =>
  row.action_definition_id === body.actionDefinitionId &&
  JSON.stringify(parametersOf(row)) === JSON.stringify(sortedParameters(body.parameters)) &&
  (row.summary ?? '') === (body.summary ?? '') &&
  row.run_automatically === body.runAutomatically &&
  row.repeatable === body.repeatable;

/** Replaces the actions of one event by position, so that the first ones keep their history. */
const changeEvent = async (
  { services, context }: Within,
  protocolId: string,
  stored: readonly ActionRow[],
  wanted: readonly ActionBody[],
): Promise<void> => {
  const isSame =
    stored.length === wanted.length && wanted.every((each, at) => isSameAction(stored[at] as ActionRow, each));
  if (isSame) return;
  for (const row of stored.slice(wanted.length)) await deleteProtocolAction(services, context, row.protocol_action_id);
  for (const [at, body] of wanted.entries()) {
    const row = stored[at];
    if (!row) await createProtocolAction(services, context, { ...body, protocolId });
    else if (!isSameAction(row, body) || row.sequence !== body.sequence)
      await updateProtocolAction(services, context, row.protocol_action_id, {
        ...body,
        modified: row.modified.toISOString(),
      });
  }
};

const change = async (within: Within, row: Row, { protocol, actions }: Body): Promise<void> => {
  await expectParameters(within, actions);
  const isSame =
    (row.description ?? '') === (protocol.description ?? '') &&
    row.timer_seconds === parseTimeSpan(protocol.timerInverval);
  if (!isSame)
    await updateProtocol(within.services, within.context, row.protocol_id, {
      ...protocol,
      modified: row.modified.toISOString(),
    });
  for (const [event, number] of Object.entries(workUnitEventTypes))
    await changeEvent(
      within,
      row.protocol_id,
      row.actions.filter((each) => each.event === number),
      actions.filter((each) => each.workUnitEventTypeId === event),
    );
};

/** Protocols with their actions in the configuration of a tenant. */
export const protocolsConfiguration = (use: ProtocolUse): AreaConfiguration => ({
  parts: [
    listPart({
      key: 'protocols',
      noun: 'protocol',
      after: ['actions'],
      schema: itemSchema,
      nameOf: ({ name }: Item) => name,
      namesIn: ({ name }) => [['protocol', name]],
      read,
      toItem,
      toBody,
      create,
      change,
      removal: {
        verb: 'delete',
        run: ({ services, context }, row: Row) => deleteProtocol(services, use, context, row.protocol_id),
      },
    }),
  ],
  names: [
    {
      kind: 'protocol',
      async read(db, tenantId) {
        const rows = await db
          .selectFrom('protocols')
          .select(['protocol_id', 'name', 'tenant_id'])
          .where('tenant_id', 'in', [tenantId, systemTenantId])
          .execute();
        return rows.map((row) => ({ id: row.protocol_id, name: row.name, isShared: row.tenant_id === systemTenantId }));
      },
    },
  ],
});
