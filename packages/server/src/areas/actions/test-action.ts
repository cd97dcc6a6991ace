import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { extraTestValues, namesIn } from '@cfs/contracts/actions';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { countCall } from '../../platform/limits/count-call.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import type { RecordingHandler } from '../../platform/durable-work/step-handler.ts';
import { addActionHistory } from './add-history.ts';
import { recordAbandonedAttempt, type ExecuteAction } from './execute-action.ts';
import { laneOf, type QueuedAction } from './queue-actions.ts';
import { secretParameterFault } from './secrets/secret-parameters.ts';

/** Handler of the steps that test an action. */
export const actionTestHandler = 'action-test';

const scope = { permission: 'ActionDefinitions:edit', shared: true } as const;
const tooManyValues = `Must be at most ${extraTestValues} values besides the input parameters.`;
const needsMatch: ReadonlySet<string> = new Set([builtInActions.setColor, builtInActions.createWorkUnit]);

const orderOf = (queued: QueuedAction, tenantId: string, valueOf: (name: string) => string | undefined) => ({
  ...queued,
  tenantId,
  valueOf,
  correlationId: null,
  match: undefined,
  title: 'Test of an action',
  description: 'This is a test of an action.',
});

/** Queues one delivery of an action with values that a person entered; resolves with the message id of its history. */
export const testAction = (
  services: Pick<Services, 'configuration' | 'gate' | 'metrics' | 'work'>,
  context: Context,
  actionDefinitionId: string,
  parameters: Readonly<Record<string, string | null>>,
): Promise<string> =>
  services.gate.write(context, scope, async (db, change) => {
    const definition = await db
      .selectFrom('action_definitions')
      .select(['tenant_id', 'input_parameters'])
      .where('action_definition_id', '=', actionDefinitionId)
      .where(inScope(context, scope, 'action_definitions.tenant_id'))
      .executeTakeFirst();
    if (!definition) throw notFound('Action Definition');
    if (needsMatch.has(actionDefinitionId))
      throw conflict('This action acts on a rule match and cannot be tested without one.');
    const named = new Set(namesIn(definition.input_parameters));
    const extra = Object.keys(parameters).filter((name) => !named.has(name));
    if (extra.length > extraTestValues) throw invalid({ Body: [tooManyValues] });
    const isShared = definition.tenant_id === systemTenantId;
    // A shared action runs in the tenant of the request, with the secrets of that tenant.
    if (isShared && !context.can(scope.permission)) throw forbidden();
    const tenantId = isShared ? context.tenantId : definition.tenant_id;
    const secretFault = await secretParameterFault(db, tenantId, { actionDefinitionId, parameters });
    if (secretFault !== undefined) throw invalid({ Parameters: [secretFault] });
    await countCall(services, db, context, 'mail');
    const messageId = randomUUID();
    const input: QueuedAction = {
      actionDefinitionId,
      parameters,
      messageId,
      referenceId: null,
      protocolActionId: null,
    };
    await services.work.record(db, context, {
      tenantId,
      subject: { kind: 'action-test', id: messageId },
      kind: 'ActionTested',
      payload: { actionDefinitionId },
      steps: [
        {
          action: 'test',
          sequence: 0,
          handler: actionTestHandler,
          ...laneOf(actionDefinitionId),
          holdsUntil: 'never',
          input,
        },
      ],
    });
    await change.record({ entity: 'ActionTest', id: messageId, tenantId, after: { actionDefinitionId } });
    await addActionHistory(
      db,
      context,
      orderOf(input, tenantId, () => undefined),
      { statusId: resultStatuses.EnqueueSuccess, detail: 'The test was queued.' },
    );
    return messageId;
  });

/** Runs a queued test: the values that a person entered replace those of an event. */
export const runActionTest = (executeAction: ExecuteAction): RecordingHandler<Services> => ({
  run(step, services) {
    const input = step.input as QueuedAction;
    const given = new Map(Object.entries(input.parameters));
    const valueOf = (name: string) =>
      name === 'IdempotencyKey' ? step.idempotencyKey : (given.get(name) ?? undefined);
    return executeAction(services, step, orderOf(input, step.tenantId, valueOf));
  },
  gaveUp: (step, reason) => (db) =>
    recordAbandonedAttempt(
      db,
      step,
      orderOf(step.input as QueuedAction, step.tenantId, () => undefined),
      reason,
    ),
});
