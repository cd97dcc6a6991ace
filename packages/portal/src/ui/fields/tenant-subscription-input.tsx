import { useFormContext, useWatch } from 'react-hook-form';
import { useSubscriptions, useTenants } from '../../lib/lookups.ts';
import { FixedValue } from './fixed-value.tsx';
import { SelectInput } from './select-input.tsx';

interface TenantSubscriptionInputProps {
  /** The form field of the tenant. */
  readonly tenantName: string;
  /** The form field of the subscription. */
  readonly subscriptionName: string;
}

/** A tenant and one of its subscriptions, both required. Changing the tenant clears the subscription. */
export const TenantSubscriptionInput = ({ tenantName, subscriptionName }: TenantSubscriptionInputProps) => {
  const { control, setValue } = useFormContext();
  const tenantId = useWatch({ control, name: tenantName }) as string | null | undefined;
  return (
    <>
      <SelectInput
        name={tenantName}
        label="Tenant"
        required
        options={useTenants().map((tenant) => ({ value: tenant.tenantId, label: tenant.name }))}
        onSelect={() => setValue(subscriptionName, null, { shouldDirty: true, shouldTouch: true })}
      />
      <SubscriptionInput name={subscriptionName} tenantId={tenantId} required />
    </>
  );
};

interface SubscriptionInputProps {
  readonly name: string;
  /** The tenant of the offered subscriptions. */
  readonly tenantId: string | null | undefined;
  readonly required?: boolean;
  /** The label of an empty option; there is none without it. */
  readonly emptyLabel?: string;
}

/** One of a tenant's subscriptions. */
export const SubscriptionInput = ({ name, tenantId, required = false, emptyLabel }: SubscriptionInputProps) => {
  const subscriptions = useSubscriptions().filter((subscription) => subscription.tenantId === tenantId);
  return (
    <SelectInput
      name={name}
      label="Subscription"
      required={required}
      disabled={!tenantId}
      {...(emptyLabel === undefined ? {} : { emptyLabel })}
      options={subscriptions.map((subscription) => ({ value: subscription.subscriptionId, label: subscription.name }))}
    />
  );
};

/** A tenant that cannot be changed. */
export const FixedTenant = ({ tenantId }: { readonly tenantId: string }) => {
  const tenant = useTenants().find((candidate) => candidate.tenantId === tenantId);
  return <FixedValue label="Tenant" value={tenant?.name ?? ''} />;
};
