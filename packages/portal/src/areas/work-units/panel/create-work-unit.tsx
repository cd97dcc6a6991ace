import { workUnitTypes, type Severity } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit, WorkUnitFields } from '@cfs/contracts/work-units';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { api } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { useTenantId } from '../../../lib/use-tenant.ts';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { saveFailure } from './save-failure.ts';
import { WorkUnitInputs } from '../form/work-unit-inputs.tsx';
import { useDefaultSeverity } from '../work-unit-lookups.ts';
import { newWorkUnitSchema } from '../form/work-unit-rules.ts';
import { workUnitSet } from '../work-unit-row.ts';

/** The day that a change is planned for, as the address says it: `plannedDay=2026-03-02`, its local midnight. */
const plannedStart = (day: string | undefined): Pick<WorkUnitFields, 'plannedStartTime'> | undefined => {
  const start = new Date(`${day ?? ''}T00:00:00`);
  return Number.isNaN(start.getTime()) ? undefined : { plannedStartTime: start.toISOString() };
};

interface BlankWorkUnitProps {
  readonly typeId: WorkUnitFields['workUnitTypeId'];
  readonly severityId: Severity;
  readonly onClose: () => void;
}

const BlankWorkUnit = ({ typeId, severityId, onClose }: BlankWorkUnitProps) => {
  const [query, patch] = useAddressQuery();
  const refresh = useRefresh();
  const form = useZodForm(newWorkUnitSchema, {
    workUnitId: -1,
    title: '',
    severityId,
    stateId: 'New',
    workUnitTypeId: typeId,
    tenantId: useTenantId(),
    ...(typeId === workUnitTypes.ChangeRequest ? plannedStart(query['plannedDay']) : undefined),
  });
  return (
    <FormDrawer
      title="Create Work Unit"
      openAs="workUnitId"
      form={form}
      failure={saveFailure}
      onClose={onClose}
      onSave={async (values) => {
        const saved = await api.put<WorkUnit>(workUnitSet, values);
        notify.success('Successfully created work unit.');
        await refresh(workUnitSet);
        patch(
          { workUnitId: String(saved.workUnitId), createType: undefined, plannedDay: undefined },
          { replace: true },
        );
      }}
    >
      <WorkUnitInputs />
    </FormDrawer>
  );
};

/** A blank unit of the chosen type: its default severity (Sev0 without one), state New, in the tenant of the address. */
export const CreateWorkUnit = ({ onClose }: { readonly onClose: () => void }) => {
  const typeId = Number(useAddressQuery()[0]['createType'] ?? workUnitTypes.Incident);
  const severityId = useDefaultSeverity(typeId);
  if (!severityId) return null;
  return (
    <BlankWorkUnit typeId={typeId as WorkUnitFields['workUnitTypeId']} severityId={severityId} onClose={onClose} />
  );
};
