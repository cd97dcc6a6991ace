import { workUnitTypes, type Severity } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit, WorkUnitFields } from '@cfs/contracts/work-units';
import { useAddressQuery } from '../../lib/address-query.ts';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { useTenantId } from '../../lib/use-tenant.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { saveFailure } from './save-failure.ts';
import { WorkUnitInputs } from './work-unit-inputs.tsx';
import { useDefaultSeverity } from './work-unit-lookups.ts';
import { newWorkUnitSchema } from './work-unit-rules.ts';
import { workUnitSet } from './work-unit-row.ts';

interface BlankWorkUnitProps {
  readonly typeId: WorkUnitFields['workUnitTypeId'];
  readonly severityId: Severity;
  readonly onClose: () => void;
}

const BlankWorkUnit = ({ typeId, severityId, onClose }: BlankWorkUnitProps) => {
  const patch = useAddressQuery()[1];
  const refresh = useRefresh();
  const form = useZodForm(newWorkUnitSchema, {
    workUnitId: -1,
    title: '',
    severityId,
    stateId: 'New',
    workUnitTypeId: typeId,
    tenantId: useTenantId(),
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
        patch({ workUnitId: String(saved.workUnitId), createType: undefined }, { replace: true });
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
