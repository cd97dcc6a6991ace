import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { equals } from '../../lib/api/odata-filter.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { numberOfId, useOpenedRow } from '../../ui/use-opened-row.ts';
import { requestSet, statusOf } from './request.ts';

interface RequestDetailsProps {
  readonly workUnitId: string | undefined;
  readonly onClose: () => void;
}

/** The request that the address names, to read. */
export const RequestDetails = ({ workUnitId, onClose }: RequestDetailsProps) => {
  const request = useOpenedRow<ResolutionCenterUnit>(requestSet, equals('workUnitId', numberOfId(workUnitId)));
  if (!workUnitId || !request) return null;
  const facts = [
    ['Status', statusOf(request)],
    ['Created', <DateTime key="created" time={request.created} withAge />],
    ['Phone Number', request.stakeHolderPhoneNumber],
    ['Description', request.description],
  ] as const;
  return (
    <SidePanel
      title={`#${request.publicWorkUnitId}: ${request.title}`}
      id={String(request.publicWorkUnitId)}
      onClose={onClose}
    >
      <Box component="dl" sx={{ m: 0, display: 'flex', flexDirection: 'column', gap: 3 }}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </div>
        ))}
      </Box>
    </SidePanel>
  );
};
