import { widePanelWidth } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { fetchRows } from '../../../lib/api/odata-query.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../../ui/drawers/panel-tabs.tsx';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { BacktestTab } from '../backtest/backtest-tab.tsx';
import { RuleActionsTab } from './rule-actions-tab.tsx';
import { RuleConditionsTab } from './rule-conditions-tab.tsx';
import { RuleDetailsTab } from './rule-details-tab.tsx';
import { ruleForm } from './rule-form.ts';
import { ruleSet, type RuleRow } from '../rule-row.ts';
import { faultsOf, useFaultyTab } from './use-faulty-tab.ts';
import { valuesOf, withTenantCondition, type RuleValues } from './rule-values.ts';

interface RuleEditorProps {
  readonly drawer: OpenRow;
  readonly initial: RuleValues;
  /** Absent for a new rule. */
  readonly rule?: RuleRow;
}

const tabFields = {
  details: ['name', 'ruleTypeId', 'tenantId', 'subscriptionId', 'matchLifetime', 'description'],
  conditions: ['conditions', 'timeConditions', 'correlation', 'aggregation'],
  actions: ['matchActions', 'expirationActions'],
} as const;

export const RuleEditor = ({ drawer, initial, rule }: RuleEditorProps) => {
  const [tab, setTab] = useState('details');
  const permissions = usePermissions();
  const mayEdit = rule ? permissions.on(rule).has('Rules:edit') : permissions.has('Rules:create');
  const refresh = useRefresh();
  const form = useZodForm(ruleForm, initial);
  const { errors } = form.formState;
  useFaultyTab(form, tabFields, tab, setTab);
  return (
    <FormDrawer
      title={rule ? `${mayEdit ? 'Edit' : 'View'}: ${rule.name}` : 'Create Rule'}
      id={rule?.ruleId}
      width={widePanelWidth}
      form={form}
      failure="Unable to save rule. Please try again."
      isReadOnly={!mayEdit}
      onClose={drawer.close}
      onReload={
        rule &&
        (async () => {
          const [fresh = rule] = await fetchRows<RuleRow>(ruleSet, { filter: equals('ruleId', rule.ruleId) });
          return valuesOf(fresh);
        })
      }
      onSave={async (values) => {
        const body = { ...values, conditions: withTenantCondition(values.conditions, values.tenantId) };
        const saved = rule
          ? await api.post<RuleRow>(`${ruleSet}/${rule.ruleId}`, body)
          : await api.put<RuleRow>(ruleSet, body);
        form.reset(valuesOf(saved));
        await refresh(ruleSet);
        if (!rule) drawer.created(saved.ruleId);
      }}
    >
      <PanelTabs
        label="Rule"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            key: 'details',
            label: 'Details',
            count: faultsOf(errors, tabFields.details),
            content: <RuleDetailsTab isNew={!rule} outOfServiceReason={rule?.outOfServiceReason ?? null} />,
          },
          {
            key: 'conditions',
            label: 'Conditions',
            count: faultsOf(errors, tabFields.conditions),
            content: <RuleConditionsTab />,
          },
          {
            key: 'actions',
            label: 'Actions',
            count: faultsOf(errors, tabFields.actions),
            content: <RuleActionsTab />,
          },
          ...(mayEdit ? [{ key: 'backtest', label: 'Back-test', content: <BacktestTab ruleId={rule?.ruleId} /> }] : []),
        ]}
      />
    </FormDrawer>
  );
};
