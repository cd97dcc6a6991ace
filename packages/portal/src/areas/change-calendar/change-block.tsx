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
  /** Where it stands on the day. */
  readonly place: CSSProperties;
  /** From when to when, as the day says it. */
  readonly times: string;
  readonly onOpen: () => void;
}

/** A change among the hours of a day, as high as it is long: what has no room is cut, the number last. */
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
