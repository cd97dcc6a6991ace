import MaintenanceIcon from '@mui/icons-material/BuildCircleOutlined';
import Box from '@mui/material/Box';
import type { MaintenanceWindow } from '@cfs/contracts/change-calendar';
import type { CSSProperties } from 'react';
import { visuallyHidden } from '../../ui/text/visually-hidden.ts';
import { cutText } from './bar-style.ts';
import { stripes, windowText } from './maintenance-look.ts';

interface MaintenanceStripProps {
  /** The windows of a day. */
  readonly windows: readonly MaintenanceWindow[];
  readonly place: CSSProperties;
}

/** A striped band above a day with maintenance windows: the name of the rule, or the number of rules if several. */
export const MaintenanceStrip = ({ windows, place }: MaintenanceStripProps) => {
  const names = [...new Map(windows.map(({ ruleId, name }) => [ruleId, name])).values()];
  return (
    names.length > 0 && (
      <Box
        title={windows.map(windowText).join('\n')}
        style={place}
        sx={(theme) => ({
          backgroundImage: stripes(theme),
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 1,
          minWidth: 0,
          fontSize: 11,
          lineHeight: '16px',
          color: 'text.secondary',
        })}
      >
        <MaintenanceIcon aria-hidden sx={{ fontSize: 13 }} />
        <Box component="span" sx={cutText}>
          <Box component="span" sx={visuallyHidden}>
            Maintenance:
          </Box>{' '}
          {names.length === 1 ? names[0] : `${names.length} rules`}
        </Box>
      </Box>
    )
  );
};
