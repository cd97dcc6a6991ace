import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SubscriptionLookup, TenantLookup } from '@cfs/contracts/access';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { pathInTenant } from '../../lib/tenant-address.ts';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';

const context = z.object({
  tenant: z.guid('Please choose a tenant.'),
  subscriptionId: z.guid('Please choose a subscription.'),
});

interface TenantPickerFormProps {
  readonly tenants: readonly TenantLookup[];
  readonly subscriptions: readonly SubscriptionLookup[];
  readonly current: z.input<typeof context>;
}

/** Stores the chosen context and reloads the page in the chosen tenant. */
const choose = async ({ tenant, subscriptionId }: z.output<typeof context>): Promise<void> => {
  try {
    await api.post(`/v1/tenantSubscriptionContext/${tenant}`, { tenant, subscriptionId });
    window.location.assign(pathInTenant(window.location.pathname, tenant) + window.location.search);
    if (pathInTenant(window.location.pathname, tenant) === window.location.pathname) window.location.reload();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    notify.error(shellTexts.contextFailed);
  }
};

export const TenantPickerForm = ({ tenants, subscriptions, current }: TenantPickerFormProps) => {
  const form = useZodForm(context, current);
  const tenant = form.watch('tenant');
  const offered = subscriptions.filter((subscription) => subscription.tenantId === tenant);
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
        onSubmit={(event) => {
          event.preventDefault();
          void form.handleSubmit(choose)();
        }}
      >
        <SelectInput
          name="tenant"
          label="Tenant"
          required
          options={tenants.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
          onChosen={() => form.resetField('subscriptionId', { defaultValue: '' })}
        />
        <SelectInput
          name="subscriptionId"
          label="Subscription"
          required
          options={offered.map(({ subscriptionId, name }) => ({ value: subscriptionId, label: name }))}
        />
        <Button type="submit" variant="contained" disabled={form.formState.isSubmitting}>
          Switch
        </Button>
      </Box>
    </FormProvider>
  );
};
