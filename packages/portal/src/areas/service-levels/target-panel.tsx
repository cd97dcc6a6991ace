import { serviceLevelTargetCreateSchema, serviceLevelTargetUpdateSchema } from '@cfs/contracts/service-levels';
import { severities } from '@cfs/contracts/work-unit-enumerations';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TenantInput } from '../../ui/fields/tenant-input.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { useWorkUnitTypeOptions } from '../work-units/work-unit-lookups.ts';
import { targetExpand, targetSet, useCalendars, useSaveTarget, type TargetRow } from './service-level-queries.ts';
import { everySeverity, everyType, targetName } from './target-name.ts';

const failure = 'A problem occurred saving the target. Please try again.';
const severityOptions = Object.keys(severities).map((value) => ({ value, label: value }));

const TargetInputs = ({ isNew = false }: { readonly isNew?: boolean }) => {
  const calendars = useCalendars();
  return (
    <FieldGrid>
      <SelectInput
        name="workUnitTypeId"
        label="Work Unit Type"
        emptyLabel={everyType}
        options={useWorkUnitTypeOptions()}
      />
      <SelectInput name="severityId" label="Severity" emptyLabel={everySeverity} options={severityOptions} />
      <NumberInput name="responseMinutes" label="Response Within" unit="min" min={1} help="Empty: no target." />
      <NumberInput name="resolutionMinutes" label="Resolution Within" unit="min" min={1} help="Empty: no target." />
      <NumberInput name="warningPercent" label="Warning At" unit="%" min={1} max={99} required />
      <SelectInput
        name="businessCalendarId"
        label="Calendar"
        emptyLabel="Around the clock"
        options={calendars.map(({ businessCalendarId, name }) => ({ value: businessCalendarId, label: name }))}
      />
      <TenantInput name="tenantId" disabled={!isNew} shareable="WorkUnits.ServiceLevels:create" />
    </FieldGrid>
  );
};

const CreateTarget = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(serviceLevelTargetCreateSchema, {
    workUnitTypeId: null,
    severityId: null,
    responseMinutes: null,
    resolutionMinutes: null,
    warningPercent: 75,
    businessCalendarId: null,
    tenantId: useTenantId(),
  });
  const save = useSaveTarget();
  return (
    <FormDrawer
      title="Create Target"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).serviceLevelTargetId)}
    >
      <TargetInputs isNew />
    </FormDrawer>
  );
};

const EditTarget = ({ target, onClose }: { readonly target: TargetRow; readonly onClose: () => void }) => {
  const { serviceLevelTargetId } = target;
  const form = useZodForm(serviceLevelTargetUpdateSchema, formValues(serviceLevelTargetUpdateSchema, target));
  const mayEdit = usePermissions().on(target).has('WorkUnits.ServiceLevels:edit');
  const save = useSaveTarget();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Target: ${targetName(target)}`}
      id={serviceLevelTargetId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const filter = equals('serviceLevelTargetId', serviceLevelTargetId);
        const [fresh = target] = await fetchRows<TargetRow>(targetSet, { filter });
        return formValues(serviceLevelTargetUpdateSchema, fresh);
      }}
      onSave={async (values) =>
        form.reset(formValues(serviceLevelTargetUpdateSchema, await save(values, serviceLevelTargetId)))
      }
    >
      <TargetInputs />
    </FormDrawer>
  );
};

/** Creates a target, or edits the one in the URL. */
export const TargetPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const target = useOpenedRow<TargetRow>(
    targetSet,
    drawer.isCreating ? undefined : equals('serviceLevelTargetId', drawer.openId),
    targetExpand,
  );
  if (drawer.isCreating) return <CreateTarget drawer={drawer} />;
  return drawer.openId && target ? (
    <EditTarget key={target.serviceLevelTargetId} target={target} onClose={drawer.close} />
  ) : null;
};
