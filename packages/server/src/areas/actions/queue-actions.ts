import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/actions';
import type { RuleAction } from '@cfs/contracts/rules';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';
import type { Database } from '../../platform/database/schema.ts';
import { settleAll } from '../../platform/database/settle-all.ts';
import type { Origin } from '../../platform/tracing/tracing.ts';
import type { StepOrder, Work } from '../../platform/durable-work/work-order.ts';
import { inputParametersOf } from './add-history.ts';

/** Something that happened and asks for actions. */
export interface ActionOccasion {
  readonly tenantId: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Kind of the event, for example `RuleMatchBegan`. */
  readonly kind: string;
  /** The handler that runs each action; it is given a `QueuedAction`. */
  readonly handler: string;
  readonly payload: object;
  /** The rule match that it is about; null for others. */
  readonly referenceId: string | null;
  /** The internal id of the work unit that it is about; null for others. */
  readonly correlationId: string | null;
  readonly actions: readonly OccasionAction[];
  /** Why the actions are recorded as Suppressed and do not run; absent where they run. */
  readonly suppressed?: string | undefined;
  /** Why the actions cannot be queued: recorded as EnqueueFailure; absent where they can. */
  readonly notQueued?: string | undefined;
  /** What caused it, where that is not the context that queues its actions. */
  readonly origin?: Origin | undefined;
}

/** An action that an occasion asks for. */
export interface OccasionAction extends RuleAction {
  /** The action of a protocol that it is; such ones run by rising sequence, then in the order given. */
  readonly protocolAction?: { readonly id: string; readonly sequence: number };
  /** Chosen by the caller who wants to follow the delivery; made up otherwise. */
  readonly messageId?: string;
}

/** The input of the steps that run an action: the occasion's payload and what to do. */
export interface QueuedAction {
  readonly actionDefinitionId: string;
  readonly parameters: Readonly<Record<string, string | null>>;
  /** One delivery: every history entry of it carries this id. */
  readonly messageId: string;
  readonly referenceId: string | null;
  readonly protocolActionId: string | null;
}

/** What people see at once comes first, then the work unit, then whatever leaves the house and may take its time. */
const sequenceOf = (actionDefinitionId: string): number => {
  if (actionDefinitionId === builtInActions.setColor) return 0;
  return actionDefinitionId === builtInActions.createWorkUnit ? 1 : 2;
};

/**
 * Where an action runs. Effects in the database keep their order; a call or mail is begun in its order, and holds back
 * nothing once it was tried. An endpoint that stalls does not take all that its tenant has.
 */
export const laneOf = (actionDefinitionId: string): Pick<StepOrder, 'lane' | 'target' | 'holdsUntil'> => {
  if (actionDefinitionId === builtInActions.sendEmail) return { lane: 'mail', holdsUntil: 'tried' };
  const isLocal =
    actionDefinitionId === builtInActions.setColor || actionDefinitionId === builtInActions.createWorkUnit;
  return isLocal ? { lane: 'local' } : { lane: 'http', target: actionDefinitionId, holdsUntil: 'tried' };
};

const stepSequenceOf = ({ ActionDefinitionId, protocolAction }: OccasionAction): number =>
  protocolAction?.sequence ?? sequenceOf(ActionDefinitionId);

/** The actions of an occasion in the order in which they begin. */
export const inRunningOrder = (actions: readonly OccasionAction[]): OccasionAction[] =>
  actions.toSorted((one, other) => stepSequenceOf(one) - stepSequenceOf(other));

const historyTypes = {
  tenant_id: 'uuid',
  action_history_id: 'uuid',
  action_definition_id: 'uuid',
  action_processed: 'timestamptz',
  result_status_id: 'smallint',
  input_parameters: 'text',
  result_detail: 'text',
  correlation_id: 'uuid',
  reference_id: 'uuid',
  message_id: 'uuid',
  protocol_action_id: 'uuid',
};
const historyColumns = Object.keys(historyTypes) as (keyof typeof historyTypes)[];

const insertHistories = (
  db: ScopedDatabase,
  histories: readonly Pick<Database['action_histories'], keyof typeof historyTypes>[],
) =>
  db
    .insertInto('action_histories')
    .columns(historyColumns)
    .expression((from) =>
      from
        .selectFrom(recordSet('queued', historyTypes, histories))
        .select(historyColumns.map((name) => `queued.${name}` as const)),
    )
    .execute();

const statusOf = ({ notQueued, suppressed }: ActionOccasion) => {
  if (notQueued !== undefined) return resultStatuses.EnqueueFailure;
  return suppressed === undefined ? resultStatuses.EnqueueSuccess : resultStatuses.Suppressed;
};

/**
 * Records the occasions with a step for each of their actions, and that each was queued, in the caller's transaction.
 * Actions of one subject begin one after the other. Those of an occasion that is
 * suppressed or cannot be queued are recorded in the history alone.
 */
export const queueActions = async (
  work: Work,
  db: ScopedDatabase,
  context: Context,
  occasions: readonly ActionOccasion[],
): Promise<void> => {
  const queued = occasions.map((occasion) => ({
    occasion,
    actions: occasion.actions.map((action) => ({
      sequence: stepSequenceOf(action),
      input: {
        actionDefinitionId: action.ActionDefinitionId,
        parameters: action.Parameters,
        messageId: action.messageId ?? randomUUID(),
        referenceId: occasion.referenceId,
        protocolActionId: action.protocolAction?.id ?? null,
      } satisfies QueuedAction,
    })),
  }));
  const running = queued.filter(({ occasion }) => statusOf(occasion) === resultStatuses.EnqueueSuccess);
  const now = context.clock.now();
  const histories = queued.flatMap(({ occasion, actions }) =>
    actions.map(({ input }) => ({
      tenant_id: occasion.tenantId,
      action_history_id: randomUUID(),
      action_definition_id: input.actionDefinitionId,
      action_processed: now,
      result_status_id: statusOf(occasion),
      input_parameters: inputParametersOf(input),
      result_detail: occasion.notQueued ?? occasion.suppressed ?? null,
      correlation_id: occasion.correlationId,
      reference_id: input.referenceId,
      message_id: input.messageId,
      protocol_action_id: input.protocolActionId,
    })),
  );
  await settleAll([
    work.recordAll(
      db,
      context,
      running.map(({ occasion, actions }) => ({
        tenantId: occasion.tenantId,
        subject: occasion.subject,
        kind: occasion.kind,
        payload: occasion.payload,
        origin: occasion.origin,
        steps: actions.map(({ sequence, input }, index) => ({
          action: input.protocolActionId ?? `${index + 1} ${input.actionDefinitionId}`,
          sequence,
          handler: occasion.handler,
          ...laneOf(input.actionDefinitionId),
          input: { ...occasion.payload, ...input },
        })),
      })),
    ),
    ...(histories.length > 0 ? [insertHistories(db, histories)] : []),
  ]);
};
