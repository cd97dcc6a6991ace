import type { Area } from '../../platform/services.ts';
import type { DescribeActions } from '../actions/describe-action.ts';
import type { ExecuteAction } from '../actions/execute-action.ts';
import { followAggregation } from './aggregation/follow-aggregation.ts';
import { backtestRoutes } from './backtest/backtest-routes.ts';
import { rulesConfiguration } from './configuration/rules-configuration.ts';
import { followAbsence } from './history/follow-absence.ts';
import { followMaintenance } from './maintenance/follow-maintenance.ts';
import { expireMatch } from './matches/expire-match.ts';
import { matchActionHandler, matchExpiryTimer, matchReleaseTimer } from './matches/record-match-work.ts';
import { ruleMatchDryRunRoutes } from './dry-run/rule-match-dry-run-routes.ts';
import { explanationRoutes } from './explanations/explanation-routes.ts';
import type { ReadRuledUnit } from './explanations/read-explained-subject.ts';
import { ruleEntity } from './rule-entity.ts';
import { ruleLookupRoutes } from './lookups/rule-lookup-routes.ts';
import { ruleMatchEntity } from './matches/rule-match-entity.ts';
import { rulesRoutes } from './rules-routes.ts';
import { ruleMatchRoutes } from './matches/rule-match-routes.ts';
import { silenceEntity } from './silences/silence-entity.ts';
import { silencesRoutes } from './silences/silences-routes.ts';
import { ruleThresholdsRoutes } from './thresholds/rule-thresholds-routes.ts';
import { ruleDigestTimer } from './storms/action-budgets.ts';
import { ruleDigestHandler, runDigestAction, sendDigest } from './storms/send-digest.ts';
import { releaseMatch } from './suppression/release-match.ts';
import { ruleTimers } from './timers/rule-timers.ts';
import { runMatchAction, type ReadCorrelation } from './matches/run-match-action.ts';
import { evaluateChangedUnit } from './work-units/evaluate-unit.ts';
import { unitEvaluationHandler } from './work-units/queue-unit-evaluation.ts';

/** Functions that the areas above provide to rules. */
interface RulesNeeds {
  readonly executeAction: ExecuteAction;
  readonly describeActions: DescribeActions;
  readonly readCorrelation: ReadCorrelation;
  readonly readRuledUnit: ReadRuledUnit;
}

/** Rules, their matches and the effects of matches. */
export const createRulesArea = ({
  executeAction,
  describeActions,
  readCorrelation,
  readRuledUnit,
}: RulesNeeds): Area => ({
  name: 'rules',
  entities: [ruleEntity, ruleMatchEntity, silenceEntity],
  tables: {
    rules: ['Rule'],
    rule_epochs: { exempt: 'internal' },
    rule_matches: { exempt: 'telemetry' },
    rule_match_groups: { exempt: 'telemetry' },
    rule_action_budgets: { exempt: 'telemetry' },
    rule_occurrences: { exempt: 'telemetry' },
    rule_progress: { exempt: 'telemetry' },
    silences: ['Silence'],
  },
  routes: (app, services) => {
    rulesRoutes(app, services);
    ruleMatchRoutes(app, services);
    silencesRoutes(app, services);
    explanationRoutes(app, services, { readRuledUnit });
    ruleLookupRoutes(app, services);
    ruleThresholdsRoutes(app, services);
    backtestRoutes(app, services);
    ruleMatchDryRunRoutes(app, services, { describeActions });
  },
  configuration: rulesConfiguration,
  handlers: {
    [matchActionHandler]: runMatchAction(executeAction, readCorrelation),
    [unitEvaluationHandler]: evaluateChangedUnit,
    [ruleDigestHandler]: runDigestAction(executeAction),
  },
  timers: {
    [matchExpiryTimer]: expireMatch,
    [matchReleaseTimer]: releaseMatch,
    [ruleDigestTimer]: sendDigest,
    [ruleTimers.absence]: followAbsence,
    [ruleTimers.aggregation]: followAggregation,
    [ruleTimers.maintenance]: followMaintenance,
  },
});
