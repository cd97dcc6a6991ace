import { builtInActions } from '@cfs/contracts/action-enumerations';
import { blockColors, type BlockColorName } from '@cfs/contracts/block-enumerations';
import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { RuleInput } from '@cfs/contracts/rules';
import { demoBlocks, demoId, type DemoBlockRule } from './demo-blocks.ts';

/** Longer than the time between two readings, so that consecutive readings belong to one match. */
const matchLifetime = '00:20:00';
const operands = { value: 1, entity: 6 } as const;

/** Whether a reading satisfies the rule. */
export const isNoticed = ({ above, equals }: DemoBlockRule, reading: number | string): boolean =>
  above === undefined ? reading === equals : typeof reading === 'number' && reading > above;

/** The rules on the blocks of a tenant. */
export const demoBlockRules = (tenant: string, tenantId: string): readonly RuleInput[] =>
  demoBlocks.flatMap(({ tenant: of, name, rule, color }): RuleInput[] => {
    if (of !== tenant || rule === undefined) return [];
    const setColor = (next: BlockColorName) => ({
      ActionDefinitionId: builtInActions.setColor,
      Parameters: { Color: blockColors[next] },
    });
    return [
      {
        tenantId,
        name: rule.name,
        description: rule.description,
        ruleTypeId: ruleTypes.Ingestion,
        enabled: true,
        matchLifetime,
        useSlidingExpiration: true,
        conditions: [
          {
            Type: conditionTypes.And,
            LeftOperand: operands.entity,
            Operator: ruleOperators.Equals,
            RightOperand: demoId(tenantId, name),
          },
          {
            Type: conditionTypes.And,
            LeftOperand: operands.value,
            Operator: rule.above === undefined ? ruleOperators.Equals : ruleOperators.GreaterThan,
            RightOperand: String(rule.above ?? rule.equals),
          },
        ],
        matchActions: [setColor(rule.color)],
        expirationActions: [setColor(color)],
      },
    ];
  });
