import type { ValidRule } from '@cfs/contracts/rules';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { invalid, type FieldErrors } from '../../../platform/problems.ts';
import { findActionFaults } from '../../actions/definitions/find-action-faults.ts';
import { isSubscriptionOf } from '../../subscriptions/is-subscription-of.ts';
import { findPatternFaults } from '../patterns/check-patterns.ts';

const named = (field: string, faults: readonly string[]): FieldErrors => (faults.length > 0 ? { [field]: faults } : {});

/**
 * Checks what the schema of the body cannot: regular expressions, the tenant of the subscription, the actions.
 *
 * @throws 400 with the messages of each field.
 */
export const checkRule = async (db: ScopedDatabase, tenantId: string, rule: ValidRule): Promise<void> => {
  const { subscriptionId } = rule;
  const isForeign = Boolean(subscriptionId) && !(await isSubscriptionOf(db, tenantId, subscriptionId ?? ''));
  const errors = {
    ...named('subscriptionId', isForeign ? ['The subscription was not found.'] : []),
    ...named('conditions', findPatternFaults(rule.conditions)),
    ...named('matchActions', await findActionFaults(db, tenantId, rule.matchActions)),
    ...named('expirationActions', await findActionFaults(db, tenantId, rule.expirationActions)),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
};
