import { workUnitSchema } from '@cfs/contracts/work-units';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { api } from '../../lib/api/api-client.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { patchOf } from '../../lib/patch.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { saveFailure } from './save-failure.ts';
import { WorkUnitHistory } from './work-unit-history.tsx';
import { WorkUnitInputs } from './work-unit-inputs.tsx';
import { WorkUnitProperties } from './work-unit-properties.tsx';
import { workUnitSet, type WorkUnitRow } from './work-unit-row.ts';
import { valuesOf } from './work-unit-values.ts';
import { workUnitHistoryKey } from './work-unit-history-queries.ts';

interface EditWorkUnitProps {
  readonly workUnit: WorkUnitRow;
  readonly onClose: () => void;
}

/** Edits a unit by a patch of the fields that changed, each tested against what the person saw. */
export const EditWorkUnit = ({ workUnit, onClose }: EditWorkUnitProps) => {
  const { workUnitId, publicWorkUnitId, title } = workUnit;
  const [seen, setSeen] = useState(workUnit);
  const [query, patch] = useAddressQuery();
  const permissions = usePermissions();
  const refresh = useRefresh();
  const form = useZodForm(workUnitSchema, valuesOf(workUnit));
  return (
    <FormDrawer
      title={`Edit Work Unit #${publicWorkUnitId}: ${title}`}
      id={String(publicWorkUnitId)}
      openAs={query['workUnitId'] === undefined ? 'publicWorkUnitId' : 'workUnitId'}
      form={form}
      failure={saveFailure}
      isReadOnly={!permissions.has('WorkUnits:edit')}
      onClose={onClose}
      onReload={async () => {
        const [fresh = seen] = await fetchRows<WorkUnitRow>(workUnitSet, { filter: equals('workUnitId', workUnitId) });
        setSeen(fresh);
        return valuesOf(fresh);
      }}
      onSave={async (values) => {
        const operations = patchOf(seen, values);
        if (operations.length === 0) return;
        const saved = await api.patch<WorkUnitRow>(`${workUnitSet}/${workUnitId}`, operations);
        setSeen({ ...seen, ...saved });
        form.reset(valuesOf({ ...seen, ...saved }));
        await refresh(workUnitSet, workUnitHistoryKey);
      }}
      around={(fields) => (
        <PanelTabs
          label="Work unit"
          value={query['tab']}
          onChange={(tab) => patch({ tab }, { replace: true })}
          tabs={[
            {
              key: 'work-unit',
              label: 'Work Unit',
              content: (
                <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
                  {fields}
                  <WorkUnitHistory workUnitId={workUnitId} mayWrite={permissions.has('WorkUnits:edit')} />
                </Box>
              ),
            },
            { key: 'properties', label: 'Properties', content: <WorkUnitProperties text={workUnit.properties} /> },
          ]}
        />
      )}
    >
      <WorkUnitInputs workUnit={seen} />
    </FormDrawer>
  );
};
