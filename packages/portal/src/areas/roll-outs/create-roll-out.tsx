import type { PackageVersion } from '@cfs/contracts/packages';
import { rollOutDefaults, rollOutLimits } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut, RollOutCreate } from '@cfs/contracts/roll-outs';
import { useFormContext, useWatch } from 'react-hook-form';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { anyOf, equals } from '../../lib/api/odata-filter.ts';
import { useRefresh, useRows } from '../../lib/api/use-list.ts';
import { inWords } from '../../lib/texts/in-words.ts';
import { notify } from '../../lib/notify.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { SubscriptionInput } from '../../ui/fields/tenant-subscription-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';
import { rollOutFormSchema } from './roll-out-form.ts';
import { rollOutSet } from './roll-out-row.ts';

const versionSet = '/v1/packageVersions';

/** A package that has versions. */
interface VersionedPackage {
  readonly packageId: string;
  /** `null` for a shared package. */
  readonly tenantId: string | null;
  readonly package: { readonly name: string };
}

/** Marks shared packages, since a tenant may have a package of the same name. */
const labelOf = ({ tenantId, package: { name } }: VersionedPackage): string =>
  tenantId === null ? `${name} (${sharedTenantName})` : name;

/** The reason that the server gives for refusing the roll-out; a general text if it gives none. */
const failureOf = (error: unknown): string =>
  error instanceof ApiProblem && error.status < 500 && error.detail !== ''
    ? error.detail
    : 'A problem occurred starting the roll-out. Please try again.';

const Inputs = () => {
  const tenantId = useTenantId();
  const { control, setValue } = useFormContext();
  const packageId = useWatch({ control, name: 'packageId' }) as string | null;
  const owned = anyOf(equals('tenantId', tenantId), equals('tenantId', null));
  const packages = useRows<VersionedPackage>(versionSet, {
    apply: `filter(${owned})/groupby((packageId,tenantId,package/name))`,
    top: 1_000,
  });
  const ofPackage = useRows<PackageVersion>(
    versionSet,
    { filter: equals('packageId', packageId), orderBy: [{ field: 'precedence', direction: 'desc' }], top: 100 },
    { enabled: Boolean(packageId) },
  );
  return (
    <FieldGrid>
      <SelectInput
        name="packageId"
        label="Package"
        required
        options={(packages.data ?? [])
          .map((each) => ({ value: each.packageId, label: labelOf(each) }))
          .toSorted((one, other) => one.label.localeCompare(other.label))}
        onSelect={() => setValue('packageVersionId', null, { shouldDirty: true })}
      />
      <SelectInput
        name="packageVersionId"
        label="Version"
        required
        disabled={!packageId}
        options={(ofPackage.data ?? []).map(({ packageVersionId, version, packageVersionStatusId }) => ({
          value: packageVersionId,
          label: `${version} (${inWords(packageVersionStatusId)})`,
        }))}
      />
      <TextInput
        name="stages"
        label="Stages (%)"
        required
        help="Cumulative shares of the devices, such as 5, 25, 100"
      />
      <NumberInput
        name="healthyMinutes"
        label="Healthy Interval"
        required
        unit="min"
        min={0}
        max={rollOutLimits.healthyMinutes}
        help="How long a stage must be healthy before the next one begins"
      />
      <NumberInput
        name="failurePercent"
        label="Stop at Failures"
        required
        unit="%"
        min={1}
        max={100}
        help="Share of the devices of a stage"
      />
      <SubscriptionInput name="subscriptionId" tenantId={tenantId} emptyLabel="All subscriptions" />
      <SwitchInput name="onlyInstalled" label="Only devices that have the package" />
      <SwitchInput name="silentFails" label="Devices that stop reporting after the installation count as failed" />
    </FieldGrid>
  );
};

/** Starts a roll-out in the tenant of the screen. */
export const CreateRollOut = ({ drawer }: { readonly drawer: OpenRow }) => {
  const refresh = useRefresh();
  const form = useZodForm(rollOutFormSchema, {
    packageId: '',
    packageVersionId: '',
    subscriptionId: null,
    onlyInstalled: false,
    stages: rollOutDefaults.stages.join(', '),
    healthyMinutes: rollOutDefaults.healthyMinutes,
    failurePercent: rollOutDefaults.failurePercent,
    silentFails: true,
  });
  return (
    <FormDrawer
      title="Start Roll-out"
      form={form}
      failure={failureOf}
      submitLabel="Start"
      onClose={drawer.close}
      onSave={async ({ packageId: _packageId, ...body }) => {
        const { rollOutId, packageName, version, deviceCount } = await api.put<RollOut>(
          rollOutSet,
          body satisfies RollOutCreate,
        );
        notify.success(`The roll-out of ${packageName} ${version} to ${deviceCount} devices has started.`);
        await refresh(rollOutSet);
        drawer.created(rollOutId);
      }}
    >
      <Inputs />
    </FormDrawer>
  );
};
