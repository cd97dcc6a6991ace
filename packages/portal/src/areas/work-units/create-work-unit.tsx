import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
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
import { newWorkUnitSchema } from './work-unit-rules.ts';
import { workUnitSet } from './work-unit-row.ts';

/** A blank unit of the chosen type: severity Sev0, state New, in the tenant of the address. */
export const CreateWorkUnit = ({ onClose }: { readonly onClose: () => void }) => {
  const [query, patch] = useAddressQuery();
  const refresh = useRefresh();
  const typeId = Number(query['createType'] ?? workUnitTypes.Incident);
  const form = useZodForm(newWorkUnitSchema, {
    workUnitId: -1,
    title: '',
    severityId: 'Sev0',
    stateId: 'New',
    workUnitTypeId: typeId as WorkUnitFields['workUnitTypeId'],
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
