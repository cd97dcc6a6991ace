import { FilledTextTooLong } from '@cfs/contracts/action-placeholders';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import type { Change } from '../../platform/audit/change.ts';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { batchedByTenant } from '../../platform/database/batched-calls.ts';
import type { Gate, ScopedDatabase } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import type { Step, StepOutcome } from '../../platform/durable-work/step-handler.ts';
import type { ActionOrder, ActionResult, HistoryOrder } from './action-order.ts';
import { withActionSecrets } from './secrets/action-secrets.ts';
import { addActionHistory, addInterruptedAttempts, readable } from './add-history.ts';
import { callHttp } from './calls/call-http.ts';
import { readsSecrets, secretInBuiltIn } from './secrets/secret-parameters.ts';
import { sendEmail } from './mails/send-email.ts';

/** The outcome of an executor: the result of an external effect, or a function that has its effect in the database. */
export type Execution =
  | { readonly outside: ActionResult }
  | {
      /** Runs once, in the transaction that finishes the step. */
      readonly inDatabase: (
        db: ScopedDatabase,
        change: Change,
      ) => Promise<ActionResult & { readonly correlationId?: string }>;
    };

interface WantedDefinition {
  readonly context: Context;
  readonly tenantId: string;
  readonly actionDefinitionId: string;
}

const readDefinitions = (gate: Gate, context: Context, tenantId: string, ids: readonly string[]) =>
  gate.read(context, { permission: 'ActionDefinitions:view', shared: true }, (db) =>
    db
      .selectFrom('action_definitions')
      .selectAll()
      .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
      .where((row) => row('action_definition_id', '=', row.fn.any(row.val([...ids]))))
      .execute(),
  );

/** Reads the definitions of all steps of a batch at once. */
const readDefinition = batchedByTenant(async (gate: Gate, wanted: readonly WantedDefinition[], first) => {
  const ids = [...new Set(wanted.map((each) => each.actionDefinitionId))];
  const rows = await readDefinitions(gate, first.context, first.tenantId, ids);
  const byId = new Map(rows.map((row) => [row.action_definition_id, row]));
  return wanted.map((each) => byId.get(each.actionDefinitionId));
});

/** Executes a built-in action. */
export type BuiltInAction = (services: Services, step: Step, order: ActionOrder) => Execution | Promise<Execution>;

/** The executors of built-in actions, by the id of their definitions. */
export type BuiltInActions = Readonly<Record<string, BuiltInAction>>;

/** Why an action whose definition was deleted does not run. */
export const noLongerDefined = 'The action is no longer defined.';

const failed = (detail: string): Execution => ({ outside: { kind: 'failed', detail } });

const execute = async (
  builtIn: BuiltInActions,
  services: Services,
  step: Step,
  order: ActionOrder,
): Promise<Execution> => {
  const definition = await readDefinition(services.gate, {
    context: step.context,
    tenantId: order.tenantId,
    actionDefinitionId: order.actionDefinitionId,
  });
  if (!definition) return failed(noLongerDefined);
  const run = builtIn[definition.action_definition_id];
  if (run) return readsSecrets(order) ? failed(secretInBuiltIn) : run(services, step, order);
  const complete = await withActionSecrets(services, step, order, definition);
  if (typeof complete === 'string') return failed(complete);
  return { outside: await callHttp(services, step, complete, definition) };
};

const statusOf = ({ kind }: ActionResult) => (kind === 'done' ? resultStatuses.Success : resultStatuses.Failure);

type Recorded = ActionResult & { readonly correlationId?: string };

/** The outcome of the step that an execution belongs to; `record` runs in the transaction that finishes it. */
export const outcomeOf = (
  execution: Execution,
  record: (db: ScopedDatabase, change: Change, result: Recorded) => Promise<void>,
): StepOutcome => {
  if ('inDatabase' in execution) {
    return { kind: 'done', apply: async (db, change) => record(db, change, await execution.inDatabase(db, change)) };
  }
  const { outside } = execution;
  const apply = (db: ScopedDatabase, change: Change) => record(db, change, outside);
  if (outside.kind === 'done') return { kind: 'done', apply };
  return { kind: outside.kind === 'again' ? 'retry' : 'failed', reason: outside.detail, apply };
};

/** Called with the result of the last attempt, in the transaction that records it. */
export type AfterAction = (db: ScopedDatabase, change: Change, result: ActionResult) => Promise<void>;

/** An internal fault is retried like an external one, unless the retry would fail in the same way. */
const attempt = async (
  builtIn: BuiltInActions,
  services: Services,
  step: Step,
  order: ActionOrder,
): Promise<Execution> => {
  try {
    const execution = await execute(builtIn, services, step, order);
    if ('inDatabase' in execution) return execution;
    return { outside: { ...execution.outside, detail: readable(execution.outside.detail) } };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { outside: { kind: error instanceof FilledTextTooLong ? 'failed' : 'again', detail } };
  }
};

/** Milliseconds since `start`, a time of `performance.now()`. */
const millisecondsSince = (start: number): number => Math.round(performance.now() - start);

/**
 * Runs one attempt at a queued action. Every attempt leaves an entry in the history. Effects in the database happen
 * exactly once, external ones at least once, each attempt with the step's idempotency key.
 */
export type ExecuteAction = (
  services: Services,
  step: Step,
  order: ActionOrder,
  after?: AfterAction,
) => Promise<StepOutcome>;

/**
 * Records a last attempt that ended without an outcome, in the `gaveUp` of a handler of queued actions. Returns its
 * result.
 */
export const recordAbandonedAttempt = async (
  db: ScopedDatabase,
  step: Step,
  order: HistoryOrder,
  reason: string,
): Promise<ActionResult> => {
  const result: ActionResult = { kind: 'failed', detail: readable(reason) };
  await addInterruptedAttempts(db, step.context, order, step.attempt);
  await addActionHistory(db, step.context, order, {
    statusId: statusOf(result),
    detail: result.detail,
    attempt: step.attempt,
  });
  return result;
};

const nextAttemptOf = (step: Step, result: ActionResult): Date | undefined =>
  result.kind === 'again' && !step.isLastAttempt
    ? new Date(step.context.clock.now().getTime() + step.backoffMilliseconds)
    : undefined;

/** Creates an executor of Send Email, HTTP calls and the actions that other areas provide in `builtIn`. */
export const createActionExecutor = (builtIn: BuiltInActions): ExecuteAction => {
  const every = { ...builtIn, [builtInActions.sendEmail]: sendEmail };
  return async (services, step, order, after) => {
    const start = performance.now();
    const execution = await attempt(every, services, step, order);
    const outsideMilliseconds = millisecondsSince(start);
    const record = async (db: ScopedDatabase, change: Change, result: Recorded) => {
      const durationMilliseconds = 'inDatabase' in execution ? millisecondsSince(start) : outsideMilliseconds;
      await addInterruptedAttempts(db, step.context, order, step.attempt);
      await addActionHistory(db, step.context, order, {
        ...result,
        statusId: statusOf(result),
        attempt: step.attempt,
        durationMilliseconds,
        nextAttempt: nextAttemptOf(step, result),
      });
      if (result.kind !== 'again' || step.isLastAttempt) await after?.(db, change, result);
    };
    return outcomeOf(execution, record);
  };
};
