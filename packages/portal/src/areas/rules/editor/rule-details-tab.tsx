import Alert from '@mui/material/Alert';
import { useWatch } from 'react-hook-form';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { TenantInput } from '../../../ui/fields/tenant-input.tsx';
import { SubscriptionInput } from '../../../ui/fields/tenant-subscription-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../../ui/fields/time-span-input.tsx';
import { useRuleTypes } from './rule-lookups.ts';
import type { RuleValues } from './rule-values.ts';

interface RuleDetailsTabProps {
  readonly isNew: boolean;
  readonly outOfServiceReason: string | null;
}

/** Name, type, scope and lifetime of a rule; a rule stays in its tenant. */
export const RuleDetailsTab = ({ isNew, outOfServiceReason }: RuleDetailsTabProps) => {
  const tenantId = useWatch<RuleValues, 'tenantId'>({ name: 'tenantId' });
  return (
    <FieldGrid>
      {outOfServiceReason !== null && (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
          This rule is out of service. {outOfServiceReason} Saving it returns it to service.
        </Alert>
      )}
      <TextInput name="name" label="Name" required />
      <SelectInput name="ruleTypeId" label="Rule Type" required options={useRuleTypes()} />
      <TenantInput name="tenantId" disabled={!isNew} shareable="Rules:create" />
      <SubscriptionInput name="subscriptionId" tenantId={tenantId} emptyLabel="Every subscription" />
      <TimeSpanInput name="matchLifetime" label="Lifetime" required help="Must be at least 5 minutes." />
      <SwitchInput name="useSlidingExpiration" label="Sliding expiration: each further hit prolongs the match" />
      <TextInput name="description" label="Description" rows={3} wide />
      <SwitchInput name="enabled" label="Enabled" />
    </FieldGrid>
  );
};
