import PowerOffIcon from '@mui/icons-material/PowerOffOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { alpha } from '@mui/material/styles';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import type { CSSProperties } from 'react';
import { changeText, lookOf } from './change-look.ts';

const icon = { fontSize: 14, flexShrink: 0 } as const;

interface ChangeBarProps {
  readonly change: PlannedChange;
  /** Where it stands in the grid or on the day. */
  readonly place: CSSProperties;
  readonly isCutBefore?: boolean;
  readonly isCutAfter?: boolean;
  /** A second line, where there is room for one. */
  readonly detail?: string | undefined;
  readonly onOpen: () => void;
}

/** A change as a bar: the icon and colour of its state, number, title, and marks for an outage and for clashes. */
export const ChangeBar = ({ change, place, isCutBefore, isCutAfter, detail, onOpen }: ChangeBarProps) => {
  const { Icon, colour } = lookOf(change);
  const text = changeText(change);
  return (
    <ButtonBase
      onClick={onOpen}
      aria-label={text}
      title={text}
      style={place}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'stretch',
        justifyContent: 'flex-start',
        minWidth: 0,
        overflow: 'hidden',
        px: 1,
        textAlign: 'left',
        fontSize: 12,
        lineHeight: '20px',
        color: 'text.primary',
        bgcolor: theme.palette.background.paper,
        backgroundImage: `linear-gradient(${alpha(colour(theme), 0.14)}, ${alpha(colour(theme), 0.14)})`,
        border: 1,
        borderColor: alpha(colour(theme), 0.45),
        borderLeft: isCutBefore ? 0 : `3px solid ${colour(theme)}`,
        borderRight: isCutAfter ? 0 : undefined,
        borderRadius: `${isCutBefore ? 0 : 4}px ${isCutAfter ? 0 : 4}px ${isCutAfter ? 0 : 4}px ${isCutBefore ? 0 : 4}px`,
        '&:hover': { borderColor: colour(theme) },
        '&.Mui-focusVisible': { outline: `2px solid ${theme.tokens.primary.fill}`, outlineOffset: -1, zIndex: 2 },
      })}
    >
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <Icon aria-hidden sx={[icon, (theme) => ({ color: colour(theme) })]} />
        <Box
          component="span"
          sx={{ flex: '1 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          <Box component="span" sx={{ fontWeight: 600 }}>
            #{change.publicWorkUnitId}
          </Box>{' '}
          {change.title}
        </Box>
        {change.plannedOutage && <PowerOffIcon aria-hidden sx={icon} />}
        {change.overlaps.length > 0 && (
          <Box
            component="span"
            sx={{ display: 'inline-flex', alignItems: 'center', flexShrink: 0, color: 'error.main', fontWeight: 600 }}
          >
            <WarningIcon aria-hidden sx={icon} />
            Clash
          </Box>
        )}
      </Box>
      {detail && (
        <Box
          component="span"
          sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {detail}
        </Box>
      )}
    </ButtonBase>
  );
};
