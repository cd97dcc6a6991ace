import type { TenantLookup } from '@cfs/contracts/access';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';

const choice = z.object({ tenantId: z.guid({ error: 'Please choose a tenant.' }) });

interface ChooseTenantProps {
  readonly tenants: readonly TenantLookup[];
  readonly onChosen: (tenantId: string) => void;
  readonly onClose: () => void;
}

/** Asks for the tenant of the intake; closes once it is chosen. */
export const ChooseTenant = ({ tenants, onChosen, onClose }: ChooseTenantProps) => {
  const form = useZodForm(choice, { tenantId: '' });
  const formId = 'intake-tenant';
  return (
    <SidePanel
      title="Intake: Choose a Tenant"
      onClose={onClose}
      footer={
        <>
          <Box sx={{ flexGrow: 1 }} />
          <Button type="submit" form={formId} variant="contained">
            Continue
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => void form.handleSubmit(({ tenantId }) => onChosen(tenantId))(event)}
        >
          <FieldGrid>
            <SelectInput
              name="tenantId"
              label="Tenant"
              required
              help="Each tenant has its own form."
              options={tenants.map(({ tenantId, name }) => ({ value: tenantId, label: name }))}
            />
          </FieldGrid>
        </form>
      </FormProvider>
    </SidePanel>
  );
};
