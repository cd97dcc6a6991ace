import type { Tenant } from '@cfs/contracts/tenants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FormProvider } from 'react-hook-form';
import { FieldRegistryProvider, useNewFieldRegistry } from '../../ui/fields/field-registry.ts';
import { useFormSave } from '../../ui/forms/use-form-save.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { blankTenant, bodyOf, tenantForm } from './tenant.ts';
import { TenantDetailsTab } from './tenant-details-tab.tsx';
import { useSaveTenant } from './tenant-queries.ts';

interface FirstTenantFormProps {
  readonly onCreated: (tenant: Tenant) => Promise<void>;
}

/** Creates the first tenant. Settings that the form does not ask for are edited on the Tenants screen. */
export const FirstTenantForm = ({ onCreated }: FirstTenantFormProps) => {
  const form = useZodForm(tenantForm, blankTenant);
  const fields = useNewFieldRegistry();
  const create = useSaveTenant();
  const { save } = useFormSave(
    {
      form,
      failure: 'Unable to save tenant, please try again.',
      onSave: async (values) => onCreated(await create(bodyOf(values))),
    },
    fields,
  );
  return (
    <FormProvider {...form}>
      <FieldRegistryProvider value={fields}>
        <Box
          component="form"
          noValidate
          aria-label="Tenant"
          sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TenantDetailsTab />
          <Button type="submit" variant="contained" size="large" disabled={form.formState.isSubmitting}>
            Create Tenant
          </Button>
        </Box>
      </FieldRegistryProvider>
    </FormProvider>
  );
};
