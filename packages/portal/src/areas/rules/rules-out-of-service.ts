import { pollIntervals } from '@cfs/contracts/sizes';
import { useRows } from '../../lib/api/use-list.ts';
import { ruleSet, type RuleRow } from './rule-row.ts';

type RuleOutOfService = Pick<RuleRow, 'ruleId' | 'name' | 'outOfServiceSince' | 'outOfServiceReason'>;

/** The enabled rules of the tenant that are not run, the newest first; asked for again every 30 s. */
export const useRulesOutOfService = (enabled = true) =>
  useRows<RuleOutOfService>(
    ruleSet,
    {
      filter: 'enabled eq true and outOfServiceSince ne null',
      select: 'ruleId,name,outOfServiceSince,outOfServiceReason',
      orderBy: [{ field: 'modified', direction: 'desc' }],
      top: 100,
    },
    { poll: pollIntervals.ruleMatches, enabled },
  );
