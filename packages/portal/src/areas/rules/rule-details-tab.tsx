import Alert from '@mui/material/Alert';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { useWatch } from 'react-hook-form';
import { EnumInput } from '../../ui/fields/enum-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { SubscriptionInput } from '../../ui/fields/tenant-subscription-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../ui/fields/time-span-input.tsx';
import type { RuleValues } from './rule-values.ts';

/** Name, type, scope and lifetime of a rule; a rule stays in its tenant. */
interface RuleDetailsTabProps {
  readonly isNew: boolean;
  readonly outOfServiceReason: string | null;
}

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
      <EnumInput
        name="ruleTypeId"
        label="Rule Type"
        required
        enumeration={ruleTypes}
        help="Ingestion rules run on each new packet; the other types are kept and do not run yet."
      />
      <TenantInput name="tenantId" disabled={!isNew} />
      <SubscriptionInput name="subscriptionId" tenantId={tenantId} emptyLabel="Every subscription" />
      <TimeSpanInput name="matchLifetime" label="Lifetime" required help="Must be at least 5 minutes." />
      <SwitchInput name="useSlidingExpiration" label="Sliding expiration: each further hit prolongs the match" />
      <TextInput name="description" label="Description" rows={3} wide />
      <SwitchInput name="enabled" label="Enabled" />
    </FieldGrid>
  );
};
