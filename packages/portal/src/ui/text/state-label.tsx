import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import PauseCircleIcon from '@mui/icons-material/PauseCircleOutlined';
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'underway' | 'warning' | 'bad' | 'muted';

const looks = {
  good: { Icon: CheckCircleIcon, color: 'success.main' },
  underway: { Icon: ScheduleIcon, color: 'text.primary' },
  warning: { Icon: WarningIcon, color: 'text.primary' },
  bad: { Icon: ErrorIcon, color: 'error.main' },
  muted: { Icon: PauseCircleIcon, color: 'text.secondary' },
} as const;

interface StateLabelProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A state with an icon and a colour. */
export const StateLabel = ({ tone, children }: StateLabelProps) => {
  const { Icon, color } = looks[tone];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'bottom',
        alignItems: 'center',
        gap: 1,
        color,
        fontWeight: 500,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 16 }} />
      {children}
    </Box>
  );
};
