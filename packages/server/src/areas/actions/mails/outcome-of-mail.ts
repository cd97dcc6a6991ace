import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Step, StepOutcome } from '../../../platform/durable-work/step-handler.ts';
import { refusedText } from './deliver-mail.ts';
import { outcomeOf, type Execution } from '../execute-action.ts';
import { isPermanent } from './mailer.ts';

/** The member that mail steps add to their input. */
export interface MailStepInput {
  /** The recipients left to retry; absent before the first partial delivery. */
  readonly only?: readonly string[] | undefined;
}

/** A mail that was not delivered to some or all of its addresses. */
export interface MailFailure {
  /** Whether other addresses were sent the mail, or may still be. */
  readonly isPartial: boolean;
  /** A readable description with the addresses and the reason. */
  readonly detail: string;
}

/**
 * The outcome of a step that mails: recipients that the mail server rejects temporarily are retried, the others are not.
 * `record` is called for each final failure, in the transaction of the attempt.
 */
export const outcomeOfMail = (
  step: Step,
  execution: Execution,
  record: (db: ScopedDatabase, change: Change, failure: MailFailure) => Promise<void>,
): StepOutcome => {
  if ('inDatabase' in execution) return outcomeOf(execution, async () => undefined);
  const { kind, detail, refused = [] } = execution.outside;
  const input = step.input as MailStepInput;
  const { only: left } = input;
  const lost = refused.filter(({ code }) => step.isLastAttempt || isPermanent(code));
  const isOver = kind === 'failed' || (kind === 'again' && step.isLastAttempt);
  const failure: MailFailure | undefined = isOver
    ? { isPartial: left !== undefined, detail: left ? `To ${left.join(', ')}: ${detail}` : detail }
    : lost.length > 0
      ? { isPartial: true, detail: refusedText(lost) }
      : undefined;
  const outcome = outcomeOf(execution, async (db, change) => {
    if (failure) await record(db, change, failure);
  });
  const deferred = refused.filter(({ code }) => !isPermanent(code));
  const isSettledInPart = kind === 'done' || lost.length > 0;
  if (deferred.length === 0 || !isSettledInPart) return outcome;
  const only = deferred.map(({ address }) => address);
  return { kind: 'retry', reason: detail, apply: outcome.apply, input: { ...input, only } };
};
