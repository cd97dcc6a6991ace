import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SubscriptionLookup, TenantLookup } from '@cfs/contracts/access';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { switchContext } from './switch-context.ts';

const context = z.object({
  tenant: z.guid('Please choose a tenant.'),
  subscriptionId: z.guid('Please choose a subscription.'),
});

interface TenantPickerFormProps {
  readonly tenants: readonly TenantLookup[];
  readonly subscriptions: readonly SubscriptionLookup[];
  readonly current: z.input<typeof context>;
}

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
          void form.handleSubmit(switchContext)();
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
