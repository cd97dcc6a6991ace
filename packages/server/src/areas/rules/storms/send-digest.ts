import { builtInActions } from '@cfs/contracts/action-enumerations';
import { ruleActionSchema, type RuleAction } from '@cfs/contracts/rules';
import { z } from 'zod';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { RecordingHandler, Timer, TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { recordAbandonedAttempt, type ExecuteAction } from '../../actions/execute-action.ts';
import { queueActions, type QueuedAction } from '../../actions/queue-actions.ts';
import { momentText } from '../matches/moment-text.ts';
import { matchSubjectKind, matchSubjectPrefix } from '../matches/record-match-work.ts';

/** Handler of the mails of digests. */
export const ruleDigestHandler = 'rule-digest-mail';

/** Most matches that a digest names, by begin. */
const namedMatches = 50;

const actionsSchema = z.array(ruleActionSchema);

/** The content of the mail of a digest. */
interface Digest {
  readonly ruleId: string;
  readonly ruleName: string;
  readonly title: string;
  readonly description: string;
}

/** The parameters with the recipients of a mail. */
const addressees = ['To', 'Cc', 'Bcc'] as const;

/**
 * One mail for each distinct set of recipients of the rule's mails; one to the tenant's address if the rule sends none.
 */
const mailsOf = (actions: readonly RuleAction[]): RuleAction[] => {
  const mails = actions
    .filter(({ ActionDefinitionId }) => ActionDefinitionId === builtInActions.sendEmail)
    .map(({ Parameters }) =>
      Object.fromEntries(addressees.flatMap((name) => (Parameters[name] ? [[name, Parameters[name]]] : []))),
    );
  const distinct = [...new Map(mails.map((parameters) => [JSON.stringify(parameters), parameters])).values()];
  return (distinct.length > 0 ? distinct : [{}]).map((Parameters) => ({
    ActionDefinitionId: builtInActions.sendEmail,
    Parameters,
  }));
};

/** Reads and clears the data of the digest in the budget and the matches of the rule. */
const takeHeld = async (db: ScopedDatabase, { tenantId, key: ruleId }: Timer) => {
  const budget = await db
    .selectFrom('rule_action_budgets')
    .select('held')
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .forUpdate()
    .executeTakeFirst();
  await db
    .updateTable('rule_action_budgets')
    .set({ held: 0 })
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .execute();
  const matches = await db
    .updateTable('rule_matches')
    .set({ in_digest: false })
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .where('in_digest', '=', true)
    .returning(['rule_match_id', 'label', 'first_match', 'acknowledged'])
    .execute();
  return {
    held: budget?.held ?? 0,
    matches: matches
      .filter(({ acknowledged }) => acknowledged === null)
      .toSorted((one, other) => one.first_match.getTime() - other.first_match.getTime()),
  };
};

const findRule = (db: ScopedDatabase, { tenantId, key: ruleId }: Timer) =>
  db
    .selectFrom('rules')
    .select(['name', 'match_actions', 'expiration_actions'])
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId]))))
    .where('rule_id', '=', ruleId)
    .where('enabled', '=', true)
    .where('is_deleted', '=', false)
    .executeTakeFirst();

type DigestedMatch = Awaited<ReturnType<typeof takeHeld>>['matches'][number];

const describe = (held: number, matches: readonly DigestedMatch[]): string => {
  const more = matches.length - namedMatches;
  return [
    `The rule had reached its limit of actions per hour. ${held} further actions of these matches did not run:`,
    ...matches.slice(0, namedMatches).map(({ first_match, label }) => `${momentText(first_match)} ${label}`),
    ...(more > 0 ? [`and ${more} more.`] : []),
  ].join('\n');
};

/**
 * Sends the digest of a rule at the end of an hour in which it reached its limit. It lists the matches whose actions
 * did not run, except acknowledged ones. Its data is cleared in the transaction that queues it, so that each hour has
 * one digest, whichever node fires the timer.
 */
export const sendDigest: TimerHandler<Pick<Services, 'work'>> = async (db, { context }, timer, { work }) => {
  const { held, matches } = await takeHeld(db, timer);
  const rule = await findRule(db, timer);
  const last = matches.at(-1);
  if (!rule || !last || held === 0) return undefined;
  const { tenantId, key: ruleId } = timer;
  const digest: Digest = {
    ruleId,
    ruleName: rule.name,
    title: `Digest: ${rule.name}`,
    description: describe(held, matches),
  };
  await queueActions(work, db, context, [
    {
      tenantId,
      kind: 'RuleDigest',
      actions: mailsOf([...actionsSchema.parse(rule.match_actions), ...actionsSchema.parse(rule.expiration_actions)]),
      subject: { kind: matchSubjectKind, id: `${matchSubjectPrefix(ruleId)}digest` },
      handler: ruleDigestHandler,
      payload: digest,
      referenceId: last.rule_match_id,
      correlationId: null,
    },
  ]);
  return undefined;
};

type Input = Digest & QueuedAction;

/** Sends a mail of a digest. */
export const runDigestAction = (executeAction: ExecuteAction): RecordingHandler<Services> => ({
  run(step, services) {
    const input = step.input as Input;
    const values: Readonly<Record<string, string>> = {
      RuleId: input.ruleId,
      RuleName: input.ruleName,
      TenantId: step.tenantId,
      IdempotencyKey: step.idempotencyKey,
    };
    return executeAction(services, step, {
      ...input,
      tenantId: step.tenantId,
      correlationId: null,
      match: undefined,
      valueOf: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
    });
  },
  gaveUp: (step, reason) => (db) => {
    const input = step.input as Input;
    return recordAbandonedAttempt(db, step, { ...input, tenantId: step.tenantId, correlationId: null }, reason);
  },
});
