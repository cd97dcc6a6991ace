import PowerOffIcon from '@mui/icons-material/PowerOffOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import type { CSSProperties } from 'react';
import { barStyle } from './bar-style.ts';
import { changeText, lookOf } from './change-look.ts';
import { ClashMark } from './clash-mark.tsx';

const icon = { fontSize: 14, flexShrink: 0 } as const;

interface ChangeBlockProps {
  readonly change: PlannedChange;
  /** The position of the block on the day. */
  readonly place: CSSProperties;
  /** Start and finish as text, without the date of this day. */
  readonly times: string;
  readonly onOpen: () => void;
}

/** A change in the hours of a day. Its height is its duration; text that does not fit is cut off, the number last. */
export const ChangeBlock = ({ change, place, times, onOpen }: ChangeBlockProps) => {
  const { Icon, colour } = lookOf(change);
  const text = changeText(change);
  return (
    <ButtonBase
      onClick={onOpen}
      aria-label={text}
      title={text}
      style={place}
      sx={[barStyle(colour), { flexWrap: 'wrap', alignContent: 'flex-start', columnGap: '2px', rowGap: 0 }]}
    >
      <Icon aria-hidden sx={[icon, (theme) => ({ color: colour(theme) })]} />
      <b>#{change.publicWorkUnitId}</b>
      {change.plannedOutage && <PowerOffIcon aria-hidden sx={icon} />}
      {change.overlaps.length > 0 && <ClashMark />}
      <Box component="span" sx={{ flex: '1 1 100%', overflowWrap: 'break-word', minWidth: 0 }}>
        {change.title}
      </Box>
      <Box component="span" sx={{ flex: '1 1 100%', color: 'text.secondary' }}>
        {times}
      </Box>
    </ButtonBase>
  );
};
