import type { Toggle } from '@cfs/contracts/toggle';
import { useMemo } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { copyOf } from './copy-rule.ts';
import { ruleSet, type RuleRow } from './rule-row.ts';

/** Commands that enable, disable, copy and delete a rule. */
export const useRuleCommands = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  const tenantId = useTenantId();
  return useMemo(
    () => ({
      toggle: async (rule: RuleRow): Promise<void> => {
        try {
          const body: Toggle = { enabled: !rule.enabled };
          await api.post(`${ruleSet}/toggledisabled/${rule.ruleId}`, body);
        } catch (error) {
          notifyProblem(error);
        } finally {
          await refresh(ruleSet);
        }
      },
      /**
       * Creates a disabled copy in the rule's tenant, or in the current tenant for a rule of all tenants. Resolves with
       * the id of the copy, or with `undefined` if it fails.
       */
      copy: async (rule: RuleRow): Promise<string | undefined> => {
        try {
          const { ruleId } = await api.put<RuleRow>(ruleSet, copyOf(rule, tenantId));
          notify.success(`${rule.name} was copied. The copy is disabled.`);
          return ruleId;
        } catch (error) {
          notifyProblem(error);
          return undefined;
        } finally {
          await refresh(ruleSet);
        }
      },
      remove: async (rule: RuleRow): Promise<void> => {
        const text = `Delete ${rule.name}? Its open matches end without actions; their history is kept.`;
        if ((await ask({ title: 'Delete Rule', text, yes: 'Delete', no: 'Cancel', isDestructive: true })) === undefined)
          return;
        try {
          await api.delete(`${ruleSet}/${rule.ruleId}`);
          notify.success('Rule deleted successfully.');
        } catch (error) {
          if (!(error instanceof ApiProblem)) throw error;
          notify.error('Unable to delete rule. Please try again.');
        } finally {
          await refresh(ruleSet);
        }
      },
    }),
    [ask, refresh, tenantId],
  );
};
