import { ruleTypes } from '@cfs/contracts/rule-types';
import { useWatch } from 'react-hook-form';
import { useSubscriptions, useTenants } from '../../lib/lookups.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { sharedTenantName } from '../../ui/shared-tenant-name.ts';
import { ruleTypeName } from './rule-columns.tsx';
import type { RuleValues } from './rule-values.ts';

const typeOptions = Object.values(ruleTypes).map((id) => ({ value: id, label: ruleTypeName(id) }));

/** Name, type, scope and lifetime of a rule; a rule stays in its tenant. */
export const RuleDetailsTab = ({ isNew }: { readonly isNew: boolean }) => {
  const tenants = useTenants();
  const tenantId = useWatch<RuleValues, 'tenantId'>({ name: 'tenantId' });
  const subscriptions = useSubscriptions().filter((subscription) => subscription.tenantId === tenantId);
  return (
    <FieldGrid>
      <TextInput name="name" label="Name" required />
      <SelectInput
        name="ruleTypeId"
        label="Rule Type"
        required
        options={typeOptions}
        help="Ingestion rules run on each new packet; the other types are kept and do not run yet."
      />
      <SelectInput
        name="tenantId"
        label="Tenant"
        disabled={!isNew}
        none={sharedTenantName}
        options={tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
      />
      <SelectInput
        name="subscriptionId"
        label="Subscription"
        none="Every subscription"
        options={subscriptions.map(({ subscriptionId, name }) => ({ value: subscriptionId, label: name }))}
      />
      <TextInput name="matchLifetime" label="Lifetime" required help="Must be at least 5 minutes. HH:mm:ss" />
      <SwitchInput name="useSlidingExpiration" label="Sliding expiration: each further hit prolongs the match" />
      <TextInput name="description" label="Description" rows={3} wide />
      <SwitchInput name="enabled" label="Enabled" />
    </FieldGrid>
  );
};
