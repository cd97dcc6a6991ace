import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import type { RuleAction } from '@cfs/contracts/rules';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';
import type { Database } from '../../platform/database/schema.ts';
import { settleAll } from '../../platform/database/settle-all.ts';
import type { Origin } from '../../platform/tracing/tracing.ts';
import type { StepOrder, Work } from '../../platform/durable-work/work-order.ts';
import { inputParametersOf } from './add-history.ts';

/** Something that happened and triggers actions. */
export interface ActionOccasion {
  readonly tenantId: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Kind of the event, for example `RuleMatchBegan`. */
  readonly kind: string;
  /** The handler that runs each action; its input is a `QueuedAction`. */
  readonly handler: string;
  readonly payload: object;
  /** The rule match that it is about; null for others. */
  readonly referenceId: string | null;
  /** The internal id of the work unit that it is about; null for others. */
  readonly correlationId: string | null;
  readonly actions: readonly OccasionAction[];
  /** Why the actions are recorded as Suppressed and do not run; absent if they run. */
  readonly suppressed?: string | undefined;
  /** Why the actions cannot be queued: recorded as EnqueueFailure; absent if they can. */
  readonly notQueued?: string | undefined;
  /** The origin of the occasion, if it is not that of the context that queues its actions. */
  readonly origin?: Origin | undefined;
}

/** An action that an occasion triggers. */
export interface OccasionAction extends RuleAction {
  /** The protocol action that it belongs to; protocol actions run by ascending sequence, then in the order given. */
  readonly protocolAction?: { readonly id: string; readonly sequence: number };
  /** Set by a caller that follows the delivery; generated otherwise. */
  readonly messageId?: string;
}

/** The input of a step that runs an action, in addition to the payload of the occasion. */
export interface QueuedAction {
  readonly actionDefinitionId: string;
  readonly parameters: Readonly<Record<string, string | null>>;
  /** Identifies the delivery: every history entry of it has this id. */
  readonly messageId: string;
  readonly referenceId: string | null;
  readonly protocolActionId: string | null;
}

/** Visible changes come first, then the work unit, then external effects, which may be slow. */
const sequenceOf = (actionDefinitionId: string): number => {
  if (actionDefinitionId === builtInActions.setColor) return 0;
  return actionDefinitionId === builtInActions.createWorkUnit ? 1 : 2;
};

/**
 * Returns the lane of an action. Effects in the database keep their order. A call or mail starts in its order, but
 * holds back no later step once it was tried. Each HTTP action has its own target, so that an endpoint that stalls does
 * not use up the capacity of its tenant.
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
 * Records the occasions in the caller's transaction, with a step for each of their actions and a history entry that the
 * delivery was queued. Actions of one subject begin one after the other. Those of an occasion that is suppressed or
 * cannot be queued are recorded only in the history.
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
