import { builtInActions } from '@cfs/contracts/actions';
import { blockColors } from '@cfs/contracts/block-enumerations';
import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { defaultMatchLifetime, type RuleInput } from '@cfs/contracts/rules';

const METRICS = 2;

/**
 * The processor's share between two heartbeats from which the demo rule holds. `npm run stress` keeps every core busy
 * for a minute, so one of the two heartbeats that it falls between shows at least half of it.
 */
export const BUSY_PERCENT = 40;

/** A rule like any other, which people may change: a busy machine turns red and gets an incident. */
export function demoRule(tenantId: string): RuleInput {
  return {
    tenantId,
    name: 'Processor busy',
    description: `A heartbeat that shows the processor at ${BUSY_PERCENT} % or more. Try it with "npm run stress".`,
    ruleTypeId: ruleTypes.Ingestion,
    enabled: true,
    matchLifetime: defaultMatchLifetime,
    useSlidingExpiration: true,
    conditions: [
      {
        Type: conditionTypes.And,
        LeftOperand: METRICS,
        LeftOperandFieldName: 'CpuPercent',
        Operator: ruleOperators.GreaterThanOrEqual,
        RightOperand: String(BUSY_PERCENT),
      },
    ],
    matchActions: [
      { ActionDefinitionId: builtInActions.setColor, Parameters: { Color: blockColors.Red } },
      { ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { SeverityId: '2' } },
    ],
    expirationActions: [{ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: blockColors.Green } }],
  };
}
