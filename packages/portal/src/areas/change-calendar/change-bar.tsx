import PowerOffIcon from '@mui/icons-material/PowerOffOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { PlannedChange } from '@cfs/contracts/change-calendar';
import type { CSSProperties } from 'react';
import { barStyle, cutText } from './bar-style.ts';
import { changeText, lookOf } from './change-look.ts';
import { ClashMark, minWordWidth } from './clash-mark.tsx';

const icon = { fontSize: 14, flexShrink: 0 } as const;
/**
 * In a bar of one day's width, hides the state icon in favour of the word Clash: frame colour and name show the state
 * too.
 */
const yieldsToWord = { [`@container (${minWordWidth}px <= width <= 140px)`]: { display: 'none' } } as const;

interface ChangeBarProps {
  readonly change: PlannedChange;
  /** The position of the bar in the grid of days. */
  readonly place: CSSProperties;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
  readonly onOpen: () => void;
}

/** A change as a line: the icon and colour of its state, number, title, and marks for an outage and for clashes. */
export const ChangeBar = ({ change, place, isCutBefore, isCutAfter, onOpen }: ChangeBarProps) => {
  const { Icon, colour } = lookOf(change);
  const text = changeText(change);
  const clashes = change.overlaps.length > 0;
  return (
    <ButtonBase
      onClick={onOpen}
      aria-label={text}
      title={text}
      style={place}
      sx={[barStyle(colour, { isCutBefore, isCutAfter }), { containerType: 'inline-size' }]}
    >
      <Icon aria-hidden sx={[icon, clashes && yieldsToWord, (theme) => ({ color: colour(theme) })]} />
      <b>#{change.publicWorkUnitId}</b>
      <Box component="span" sx={{ flex: '1 1 auto', ...cutText }}>
        {change.title}
      </Box>
      {change.plannedOutage && <PowerOffIcon aria-hidden sx={icon} />}
      {clashes && <ClashMark />}
    </ButtonBase>
  );
};
