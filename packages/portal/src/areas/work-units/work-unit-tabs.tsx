import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { WorkUnitHistory } from './work-unit-history.tsx';
import { WorkUnitProperties } from './work-unit-properties.tsx';
import type { WorkUnitRow } from './work-unit-row.ts';

interface WorkUnitTabsProps {
  readonly workUnit: WorkUnitRow;
  readonly mayEdit: boolean;
  /** The fields of the unit. */
  readonly form: ReactNode;
}

/** What the panel holds of a unit that exists, a tab each. A protocol in the address opens the one of protocols. */
export const WorkUnitTabs = ({ workUnit, mayEdit, form }: WorkUnitTabsProps) => {
  const [query, patch] = useAddressQuery();
  return (
    <PanelTabs
      label="Work unit"
      value={query['tab'] ?? (query['protocolId'] ? 'protocols' : undefined)}
      onChange={(tab) => patch({ tab }, { replace: true })}
      tabs={[
        {
          key: 'work-unit',
          label: 'Work Unit',
          content: (
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
              {form}
              <WorkUnitHistory workUnitId={workUnit.workUnitId} mayWrite={mayEdit} />
            </Box>
          ),
        },
        { key: 'properties', label: 'Properties', content: <WorkUnitProperties text={workUnit.properties} /> },
      ]}
    />
  );
};
