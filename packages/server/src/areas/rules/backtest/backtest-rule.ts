import { untestable, type Backtest, type BacktestInput } from '@cfs/contracts/rule-backtests';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { systemTenantId, type Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { checkRule } from '../changes/check-rule.ts';
import { runnableColumns, toRunnableRule } from '../conditions/runnable-rule.ts';
import { compileRule, type RunnableRule } from '../evaluation/compile-rule.ts';
import { readSubjectNames } from '../read-subject-names.ts';
import { ruleColumns } from '../rule-columns.ts';
import { unlimited } from '../storms/storm-control.ts';
import { compareMatches, type MatchComparison } from './compare-matches.ts';
import { replayBuckets } from './replay-buckets.ts';
import { replayCorrelation } from './replay-correlation.ts';
import { backtestScope, replayPackets, type Period, type ReplayCost, type TestedRules } from './replay-packets.ts';

const dayMilliseconds = 86_400_000;

type Needs = Pick<Services, 'gate' | 'snapshot'>;

const toRunnable = (input: BacktestInput, tenantId: string): RunnableRule => {
  const { rule, ruleId } = input;
  return {
    ruleId: ruleId ?? '',
    name: rule.name,
    ruleTypeId: rule.ruleTypeId,
    tenantId,
    subscriptionId: rule.subscriptionId ?? null,
    matchLifetimeSeconds: ruleColumns(rule).match_lifetime_seconds,
    useSlidingExpiration: rule.useSlidingExpiration,
    timeConditions: rule.timeConditions ?? null,
    conditions: rule.conditions,
    correlation: rule.correlation,
    aggregation: rule.aggregation,
    includeOwnWorkUnits: rule.includeOwnWorkUnits,
    storm: unlimited,
    matchActions: rule.matchActions,
    expirationActions: rule.expirationActions,
    countsSince: null,
    modified: new Date(0),
  };
};

/** Reads the saved rule, and returns it with the edited rule, which is validated as it would be before saving. */
const readRules = (services: Needs, context: Context, input: BacktestInput) =>
  services.gate.read(context, backtestScope, async (db) => {
    const saved = input.ruleId
      ? await db
          .selectFrom('rules')
          .select(runnableColumns)
          .where('rule_id', '=', input.ruleId)
          .where('is_deleted', '=', false)
          .where(inScope(context, backtestScope, 'rules.tenant_id'))
          .executeTakeFirst()
      : undefined;
    if (input.ruleId && !saved) throw notFound('Rule');
    const tenantId =
      saved?.tenant_id ?? (input.rule.tenantId === null ? systemTenantId : (input.rule.tenantId ?? context.tenantId));
    await checkRule(db, tenantId, input.rule);
    return {
      tenantId: tenantId === systemTenantId ? context.tenantId : tenantId,
      edited: compileRule(toRunnable(input, tenantId), systemTenantId),
      saved: saved && compileRule(toRunnableRule(saved), systemTenantId),
    };
  });

type Replay = (
  services: Needs,
  context: Context,
  rules: TestedRules,
  period: Period,
  comparison: MatchComparison,
  signal: AbortSignal,
) => Promise<ReplayCost>;

const overPackets: Replay = ({ gate }, ...replay) => replayPackets(gate, ...replay);

/** How to replay the matches of each type from stored data. Types without an entry cannot be tested. */
const replays: Readonly<Record<number, Replay>> = {
  [ruleTypes.Ingestion]: overPackets,
  [ruleTypes.History]: overPackets,
  [ruleTypes.Correlation]: replayCorrelation,
  [ruleTypes.Aggregation]: replayBuckets,
};

/** Adds the names of subjects that the replayed data does not name. */
const withNames = async (
  services: Needs,
  context: Context,
  tenantId: string,
  matches: Backtest['matches'],
): Promise<Backtest['matches']> => {
  const nameless = matches.filter(({ subjectId, name }) => name === subjectId).map(({ subjectId }) => subjectId);
  if (nameless.length === 0) return matches;
  const names = await services.gate.read(context, backtestScope, (db) =>
    readSubjectNames(services, db, tenantId, nameless),
  );
  return matches.map((match) => ({ ...match, name: names.get(match.subjectId) ?? match.name }));
};

/**
 * Finds the matches that a rule would have had over stored history, and compares them with those of the saved rule
 * (docs/reference/rules.md#back-test). Only reads, runs no action, and ends when the signal is aborted.
 *
 * @throws 400 for a rule that could not be saved or whose type cannot be tested, 404 for an unknown rule, 422 beyond
 * the limits.
 */
export const backtestRule = async (
  services: Needs,
  context: Context,
  input: BacktestInput,
  signal: AbortSignal,
): Promise<Backtest> => {
  const replay = replays[input.rule.ruleTypeId];
  if (!replay) throw invalid({ ruleTypeId: [untestable(input.rule.ruleTypeId) ?? 'The rule type is not known.'] });
  const { tenantId, edited, saved } = await readRules(services, context, input);
  const to = context.clock.now().getTime();
  const period = { from: to - input.days * dayMilliseconds, to };
  const comparable = saved && replays[saved.rule.ruleTypeId] === replay ? saved : undefined;
  const comparison = compareMatches(edited, comparable, input.days);
  const rules = { tenantId, edited, saved: comparable };
  const { packets, milliseconds, isComplete } = await replay(services, context, rules, period, comparison, signal);
  const answer = comparison.answer();
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(to).toISOString(),
    ...answer,
    matches: await withNames(services, context, tenantId, answer.matches),
    packets,
    microsecondsPerPacket: packets === 0 ? 0 : (milliseconds * 1_000) / packets,
    isComplete,
  };
};
