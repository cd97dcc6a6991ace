import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ClashPartner } from '@cfs/contracts/change-calendar';
import { useId } from 'react';
import type { Clash } from './clashes.ts';
import { spanText } from './time-text.ts';

const shownAtMost = 100;

interface ClashListProps {
  readonly clashes: readonly Clash[];
  readonly onOpen: (workUnitId: number) => void;
}

/** The clashes by time: both changes, their shared resources, and the time of the overlap. */
export const ClashList = ({ clashes, onOpen }: ClashListProps) => {
  const headingId = useId();
  const change = ({ workUnitId, publicWorkUnitId, title }: ClashPartner) => (
    <Link
      component="button"
      type="button"
      onClick={() => onOpen(workUnitId)}
      sx={{ display: 'block', font: 'inherit', textAlign: 'left', overflowWrap: 'anywhere' }}
    >
      #{publicWorkUnitId} {title}
    </Link>
  );
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      tabIndex={0}
      sx={{
        flexShrink: 0,
        width: { lg: 260 },
        maxHeight: { sm: 180, lg: 'none' },
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: 3,
      }}
    >
      <Typography id={headingId} variant="h3" component="h2" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <WarningIcon aria-hidden sx={{ fontSize: 18, color: 'error.main' }} />
        {clashes.length === 1 ? '1 clash' : `${clashes.length} clashes`}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {clashes.slice(0, shownAtMost).map(({ one, other, resources, start, finish }) => (
          <Box
            component="li"
            key={`${one.workUnitId} ${other.workUnitId}`}
            sx={{ py: 2, fontSize: 13, '& + li': { borderTop: 1, borderColor: 'divider' } }}
          >
            {change(one)}
            {change(other)}
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {resources.join(', ')}, {spanText({ start, finish })}
            </Typography>
          </Box>
        ))}
      </Box>
      {clashes.length > shownAtMost && (
        <Typography variant="body2" color="textSecondary">
          The first {shownAtMost} are listed; open a day to see all of its clashes.
        </Typography>
      )}
    </Box>
  );
};
