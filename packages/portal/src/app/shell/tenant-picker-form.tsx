import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { TenantSubscriptionInput } from '../../ui/fields/tenant-subscription-input.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { switchContext } from './switch-context.ts';

const context = z.object({
  tenant: z.guid('Please choose a tenant.'),
  subscriptionId: z.guid('Please choose a subscription.'),
});

/** Switches tenant and subscription; both are required. */
export const TenantPickerForm = ({ current }: { readonly current: z.input<typeof context> }) => {
  const form = useZodForm(context, current, 'onSubmit');
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
        <TenantSubscriptionInput tenantName="tenant" subscriptionName="subscriptionId" />
        <Button type="submit" variant="contained" disabled={form.formState.isSubmitting}>
          Switch
        </Button>
      </Box>
    </FormProvider>
  );
};
