import { executableTypes, packageTypes } from '@cfs/contracts/package-enumerations';
import { EnumInput } from '../../ui/fields/enum-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { OperatingSystemsInput } from './operating-systems-input.tsx';

interface PackageInputsProps {
  readonly isNew?: boolean;
  /** Whether the package has versions: their bundles define name, types, executable and operating systems. */
  readonly isStated?: boolean;
}

const fromBundles = 'Comes from the bundles of the package.';

/** The fields of a package; the tenant cannot be changed after creation. */
export const PackageInputs = ({ isNew = false, isStated = false }: PackageInputsProps) => {
  return (
    <FieldGrid>
      <TextInput
        name="name"
        label="Name"
        required
        disabled={isStated}
        help={isStated ? fromBundles : 'Bundles are matched by this name.'}
      />
      <TenantInput name="tenantId" disabled={!isNew} shareable="Packages:create" />
      <EnumInput
        name="packageTypeId"
        label="Package Type"
        required
        enumeration={packageTypes}
        wire="names"
        disabled={isStated}
      />
      <EnumInput
        name="executableTypeId"
        label="Executable Type"
        required
        enumeration={executableTypes}
        wire="names"
        disabled={isStated}
      />
      <TextInput name="executableName" label="Executable Name" disabled={isStated} />
      <TextInput name="referenceUrl" label="Reference URL" />
      <OperatingSystemsInput
        name="operatingSystemRidsId"
        label="Supported Operating Systems"
        disabled={isStated}
        wide
      />
      <TextInput name="description" label="Description" rows={3} wide />
    </FieldGrid>
  );
};
