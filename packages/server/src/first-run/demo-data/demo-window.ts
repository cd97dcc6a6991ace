import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { tenantOperandId } from '@cfs/contracts/rule-left-operands';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { defaultMatchLifetime, type RuleInput } from '@cfs/contracts/rules';

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

/** 22:00 UTC of the day that is `days` days after the moment. */
export const eveningAfter = (moment: Date, days: number): Date =>
  new Date(
    Math.floor(moment.getTime() / dayMilliseconds) * dayMilliseconds + days * dayMilliseconds + 22 * hourMilliseconds,
  );

/** Days from the first start to the night of the maintenance window. */
export const maintenanceDays = 4;

/** A Maintenance rule with one window of four hours, `maintenanceDays` nights after the first start. */
export function demoWindow(
  tenantId: string,
  subscription: { readonly id: string; readonly name: string },
  now: Date,
): RuleInput {
  const start = eveningAfter(now, maintenanceDays);
  const inUtc = (moment: Date): string => moment.toISOString().slice(0, 19);
  return {
    tenantId,
    subscriptionId: subscription.id,
    name: `${subscription.name} patch night`,
    description: `${subscription.name} is patched; what it reports meanwhile alerts nobody.`,
    ruleTypeId: ruleTypes.Maintenance,
    enabled: true,
    matchLifetime: defaultMatchLifetime,
    timeConditions: {
      TimeZoneId: 'Etc/UTC',
      StartRange: inUtc(start),
      EndRange: inUtc(new Date(start.getTime() + 4 * hourMilliseconds)),
    },
    conditions: [
      {
        Type: conditionTypes.And,
        LeftOperand: tenantOperandId,
        Operator: ruleOperators.Equals,
        RightOperand: tenantId,
      },
    ],
  };
}
