import { useFormContext, useWatch } from 'react-hook-form';
import { useSubscriptions, useTenants } from '../../lib/lookups.ts';
import { FixedValue } from './fixed-value.tsx';
import { SelectInput } from './select-input.tsx';

interface TenantSubscriptionInputProps {
  /** The form's field of the tenant. */
  readonly tenantName: string;
  /** The form's field of the subscription. */
  readonly subscriptionName: string;
}

/** A tenant, and one of its subscriptions; both are required, and another tenant empties the subscription. */
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
        onChosen={() => setValue(subscriptionName, null, { shouldDirty: true, shouldTouch: true })}
      />
      <SubscriptionInput name={subscriptionName} tenantId={tenantId} required />
    </>
  );
};

interface SubscriptionInputProps {
  readonly name: string;
  /** Whose subscriptions are offered. */
  readonly tenantId: string | null | undefined;
  readonly required?: boolean;
  /** Offers an empty choice with this label. */
  readonly none?: string;
}

/** One of a tenant's subscriptions. */
export const SubscriptionInput = ({ name, tenantId, required = false, none }: SubscriptionInputProps) => {
  const subscriptions = useSubscriptions().filter((subscription) => subscription.tenantId === tenantId);
  return (
    <SelectInput
      name={name}
      label="Subscription"
      required={required}
      disabled={!tenantId}
      {...(none === undefined ? {} : { none })}
      options={subscriptions.map((subscription) => ({ value: subscription.subscriptionId, label: subscription.name }))}
    />
  );
};

/** The tenant of something that stays in it. */
export const FixedTenant = ({ tenantId }: { readonly tenantId: string }) => {
  const tenant = useTenants().find((candidate) => candidate.tenantId === tenantId);
  return <FixedValue label="Tenant" value={tenant?.name ?? ''} />;
};
