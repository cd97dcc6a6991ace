import type { WorkUnit } from '@cfs/contracts/work-units';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { useAfterPaint } from '../../../lib/timing/use-after-paint.ts';
import { PanelTabs } from '../../../ui/drawers/panel-tabs.tsx';
import { usePendingActionCount } from '../manual-actions/manual-action-queries.ts';
import { PendingActionsTab } from '../manual-actions/pending-actions-tab.tsx';
import { ProtocolsTab } from '../manual-actions/protocols-tab.tsx';
import { useRelatedCount } from '../relations/related-queries.ts';
import { UnitDesk } from '../desk/unit-desk.tsx';
import { RelatedTab } from '../relations/related-tab.tsx';
import { WorkUnitHistory } from '../history/work-unit-history.tsx';
import { unitLayout, unitContainer } from '../form/unit-layout.ts';
import { PropertiesTab } from './properties-tab.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

interface WorkUnitTabsProps {
  readonly workUnit: WorkUnitRow;
  /** The fields of the unit. */
  readonly form: ReactNode;
  /** Called with the unit after a command outside of the form changed it. */
  readonly onChanged: (saved: WorkUnit) => void;
}

const waitingText = 'There are pending actions that require manual approval. Go to "Pending Actions" to review.';

/** The tabs of the panel of a stored unit. A protocol in the URL opens the tab Protocols. */
export const WorkUnitTabs = ({ workUnit, form, onChanged }: WorkUnitTabsProps) => {
  const [query, patch] = useAddressQuery();
  const waiting = usePendingActionCount(workUnit.workUnitId) ?? 0;
  const related = useRelatedCount(workUnit.workUnitId);
  const [hasDesk] = useAfterPaint();
  return (
    <>
      {waiting > 0 && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {waitingText}
        </Alert>
      )}
      <PanelTabs
        label="Work unit"
        value={query['tab'] ?? (query['protocolId'] ? 'protocols' : undefined)}
        onChange={(tab) => patch({ tab }, { replace: true })}
        tabs={[
          {
            key: 'work-unit',
            label: 'Work Unit',
            content: (
              <Box sx={unitContainer}>
                <Box sx={unitLayout}>
                  {form}
                  <Box sx={{ gridArea: 'desk', minWidth: 0, minHeight: 30 }}>
                    {hasDesk && <UnitDesk workUnit={workUnit} onChanged={onChanged} />}
                  </Box>
                  <Box sx={{ gridArea: 'notes', minWidth: 0 }}>
                    <WorkUnitHistory workUnit={workUnit} />
                  </Box>
                </Box>
              </Box>
            ),
          },
          { key: 'protocols', label: 'Protocols', content: <ProtocolsTab workUnit={workUnit} /> },
          {
            key: 'pending-actions',
            label: 'Pending Actions',
            count: waiting,
            content: <PendingActionsTab workUnit={workUnit} />,
          },
          { key: 'properties', label: 'Properties', content: <PropertiesTab workUnit={workUnit} /> },
          { key: 'related', label: 'Related', count: related, content: <RelatedTab workUnit={workUnit} /> },
        ]}
      />
    </>
  );
};
