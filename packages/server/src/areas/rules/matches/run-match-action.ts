import { ruleTypes } from '@cfs/contracts/rule-types';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { batchedByTenant } from '../../../platform/database/batched-calls.ts';
import type { Gate } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import type { RecordingHandler } from '../../../platform/durable-work/step-handler.ts';
import type { ActionOrder } from '../../actions/action-order.ts';
import { recordAbandonedAttempt, type ExecuteAction } from '../../actions/execute-action.ts';
import type { QueuedAction } from '../../actions/queue-actions.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { readSubjectNames } from '../read-subject-names.ts';
import { describeMatch } from './describe-match.ts';
import type { MatchOccasion } from './record-match-work.ts';

interface WantedMatch {
  readonly context: Context;
  readonly tenantId: string;
  readonly ruleMatchId: string;
  readonly subjectId: string;
}

const readMatches = (gate: Gate, context: Context, tenantId: string, wanted: readonly WantedMatch[]) =>
  gate.read(context, { permission: 'Rules:view', shared: true }, async (db) => {
    const ids = [...new Set(wanted.map(({ ruleMatchId }) => ruleMatchId))];
    const matches = await db
      .selectFrom('rule_matches as match')
      .leftJoin('rules as rule', (join) =>
        join
          .onRef('rule.rule_id', '=', 'match.rule_id')
          .on((row) => row('rule.tenant_id', '=', row.fn.any(row.val([tenantId, systemTenantId])))),
      )
      .select([
        'match.rule_match_id',
        'match.label',
        'match.rule_packet',
        'match.first_match',
        'match.match_count',
        'rule.name as rule_name',
        'rule.rule_type_id',
      ])
      .where('match.tenant_id', '=', tenantId)
      .where((row) => row('match.rule_match_id', '=', row.fn.any(row.val(ids))))
      .execute();
    const facts = await readEntityFacts(
      db,
      wanted.map(({ subjectId }) => ({ tenantId, entityId: subjectId })),
    );
    const byId = new Map(matches.map((match) => [match.rule_match_id, match]));
    return wanted.map(({ ruleMatchId, subjectId }) => {
      const match = byId.get(ruleMatchId);
      return match && { ...match, entityName: facts.of(tenantId, subjectId)?.name };
    });
  });

/** Steps of a batch read their matches together. */
const readMatch = batchedByTenant((gate: Gate, wanted: readonly WantedMatch[], { context, tenantId }) =>
  readMatches(gate, context, tenantId, wanted),
);

/** Types of rules whose matches store the packet or work unit that names their subject. */
const namingTypes: ReadonlySet<number | null> = new Set([ruleTypes.Ingestion, ruleTypes.History, ruleTypes.WorkUnit]);

const readSubjectName = async (services: Services, context: Context, tenantId: string, subjectId: string) =>
  services.gate.read(context, { permission: 'Rules:view', shared: true }, async (db) =>
    (await readSubjectNames(services, db, tenantId, [subjectId])).get(subjectId),
  );

/** Reads the internal id of the work unit that a match created or added a note to; null if there is none. */
export type ReadCorrelation = (
  gate: Gate,
  context: Context,
  tenantId: string,
  match: MatchOccasion,
) => Promise<string | null>;

type Input = MatchOccasion & QueuedAction;

/** Runs an action of a match that began or ended, with the packet of the match as the source of placeholders. */
export const runMatchAction = (
  executeAction: ExecuteAction,
  readCorrelation: ReadCorrelation,
): RecordingHandler<Services> => ({
  async run(step, services) {
    const input = step.input as Input;
    const { context, tenantId } = step;
    const { ruleMatchId, subjectId } = input;
    const match = await readMatch(services.gate, { context, tenantId, ruleMatchId, subjectId });
    if (!match) return { kind: 'failed', reason: 'The match no longer exists.' };
    const description = describeMatch({
      ...input,
      tenantId: step.tenantId,
      idempotencyKey: step.idempotencyKey,
      entityName:
        match.entityName ??
        (namingTypes.has(match.rule_type_id)
          ? undefined
          : await readSubjectName(services, context, tenantId, subjectId)),
      label: match.label,
      ruleName: match.rule_name ?? match.label,
      rulePacket: match.rule_packet,
      firstMatch: match.first_match,
      matchCount: match.match_count,
    });
    const order: ActionOrder = {
      ...input,
      ...description,
      tenantId: step.tenantId,
      match: input,
      correlationId:
        (await readCorrelation(services.gate, step.context, step.tenantId, input)) ??
        (match.rule_type_id === ruleTypes.WorkUnit ? subjectId : null),
    };
    return executeAction(services, step, order);
  },
  gaveUp: (step, reason) => (db) => {
    const input = step.input as Input;
    return recordAbandonedAttempt(db, step, { ...input, tenantId: step.tenantId, correlationId: null }, reason);
  },
});
