import { packageCreateSchema } from '@cfs/contracts/packages';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { PackageInputs } from './package-inputs.tsx';
import { packageFailure, useSavePackage } from './package-queries.ts';

export const CreatePackage = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(packageCreateSchema, {
    name: '',
    tenantId: useTenantId(),
    packageTypeId: 'Watcher',
    executableTypeId: 'Executable',
    operatingSystemRidsId: 0,
  });
  const save = useSavePackage();
  return (
    <FormDrawer
      title="Create Package"
      form={form}
      failure={packageFailure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).packageId)}
    >
      <PackageInputs isNew />
    </FormDrawer>
  );
};
