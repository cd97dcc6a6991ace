import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { DateTime } from '../../ui/text/date-time.tsx';
import { statusOf } from './request.ts';

/** The fields of a request, read-only; with its resolution if there is one. */
export const RequestFacts = ({ request }: { readonly request: ResolutionCenterUnit }) => {
  const facts = [
    ['Status', statusOf(request)],
    ['Created', <DateTime key="created" time={request.created} withAge />],
    ['Phone Number', request.stakeHolderPhoneNumber],
    ['Description', request.description],
    ...(request.resolution ? [['Resolution', request.resolution] as const] : []),
  ] as const;
  return (
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
  );
};
