import { builtInActions } from '@cfs/contracts/action-enumerations';
import { blockColors } from '@cfs/contracts/block-enumerations';
import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { defaultMatchLifetime, type RuleInput } from '@cfs/contracts/rules';

const metricsTypeId = 2;

/**
 * The processor usage between two heartbeats from which the demo rule is true. `npm run stress` keeps every core busy
 * for a minute; even if that spans two heartbeat intervals, one of them shows at least half of it.
 */
export const busyPercent = 40;

/** An ordinary rule that users may edit: a busy machine turns red and gets an incident. */
export function demoRule(tenantId: string): RuleInput {
  return {
    tenantId,
    name: 'Processor busy',
    description: `A heartbeat that shows the processor at ${busyPercent} % or more. Try it with "npm run stress".`,
    ruleTypeId: ruleTypes.Ingestion,
    enabled: true,
    matchLifetime: defaultMatchLifetime,
    useSlidingExpiration: true,
    conditions: [
      {
        Type: conditionTypes.And,
        LeftOperand: metricsTypeId,
        LeftOperandFieldName: 'CpuPercent',
        Operator: ruleOperators.GreaterThanOrEqual,
        RightOperand: String(busyPercent),
      },
    ],
    matchActions: [
      { ActionDefinitionId: builtInActions.setColor, Parameters: { Color: blockColors.Red } },
      { ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { SeverityId: '2' } },
    ],
    expirationActions: [{ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: blockColors.Green } }],
  };
}
