import Box from '@mui/material/Box';
import type { MaintenanceWindow } from '@cfs/contracts/change-calendar';
import type { CSSProperties } from 'react';
import { stripes, windowText } from './maintenance-look.ts';

interface MaintenanceStripProps {
  /** The windows that are open on a day. */
  readonly windows: readonly MaintenanceWindow[];
  readonly place: CSSProperties;
}

/** A striped band over a day on which maintenance windows are open: its rule's name, or how many there are. */
export const MaintenanceStrip = ({ windows, place }: MaintenanceStripProps) => {
  const names = [...new Map(windows.map(({ ruleId, name }) => [ruleId, name])).values()];
  return (
    names.length > 0 && (
      <Box
        title={windows.map(windowText).join('\n')}
        style={place}
        sx={(theme) => ({
          backgroundImage: stripes(theme),
          px: 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          fontSize: 11,
          lineHeight: '16px',
          color: 'text.secondary',
        })}
      >
        {names.length === 1 ? `Maintenance: ${names[0]}` : `${names.length} maintenance windows`}
      </Box>
    )
  );
};
