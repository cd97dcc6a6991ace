import { packageUpdateSchema } from '@cfs/contracts/packages';
import { useAddressQuery } from '../../lib/address-query.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { PackageInputs } from './package-inputs.tsx';
import { PackageOperations } from './package-operations.tsx';
import { packageFailure, useSavePackage } from './package-queries.ts';
import { packageSet, type PackageRow } from './package-row.ts';
import { PackageVersions } from './package-versions.tsx';
import { useOperations, useVersions } from './use-package-parts.ts';

/** A package with its operations and versions; the open tab is kept in the URL. */
export const EditPackage = ({ row }: { readonly row: PackageRow }) => {
  const { packageId, name } = row;
  const [query, patch] = useAddressQuery();
  const form = useZodForm(packageUpdateSchema, formValues(packageUpdateSchema, row));
  const mayEdit = usePermissions().on(row).has('Packages:edit');
  const operations = useOperations(packageId);
  const versions = useVersions(packageId);
  const save = useSavePackage();
  const title = mayEdit ? 'Edit Package' : 'View Package';
  return (
    <FormDrawer
      title={`${title}: ${name}`}
      id={packageId}
      form={form}
      failure={packageFailure}
      isReadOnly={!mayEdit}
      onClose={() => patch({ open: undefined, tab: undefined })}
      onReload={async () => {
        const [fresh = row] = await fetchRows<PackageRow>(packageSet, { filter: equals('packageId', packageId) });
        return formValues(packageUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(formValues(packageUpdateSchema, await save(values, packageId)))}
      around={(fields) => (
        <PanelTabs
          label="Package"
          value={query['tab']}
          onChange={(tab) => patch({ tab }, { replace: true })}
          tabs={[
            { key: 'package', label: title, content: fields },
            {
              key: 'operations',
              label: 'Operations',
              count: operations.data?.length,
              content: <PackageOperations operations={operations} />,
            },
            {
              key: 'versions',
              label: 'Versions',
              count: versions.data?.length,
              content: <PackageVersions package={row} versions={versions} />,
            },
          ]}
        />
      )}
    >
      <PackageInputs isStated={(versions.data?.length ?? 0) > 0} />
    </FormDrawer>
  );
};
