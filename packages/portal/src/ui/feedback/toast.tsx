import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { closeSnackbar, SnackbarContent, type CustomContentProps } from 'notistack';
import type { Ref } from 'react';

const looks = {
  success: { color: 'success', Icon: CheckIcon },
  error: { color: 'error', Icon: ErrorIcon },
  warning: { color: 'warning', Icon: WarningIcon },
  info: { color: 'primary', Icon: InfoIcon },
} as const;

interface ToastProps extends CustomContentProps {
  readonly variant: keyof typeof looks;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A toast: icon, message, action and a dismiss button. */
export const Toast = ({ id, message, variant, action, style, ref }: ToastProps) => {
  const { color, Icon } = looks[variant];
  return (
    <SnackbarContent ref={ref} style={style}>
      <Box
        className="toast"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          width: 1,
          px: 3,
          py: 1,
          borderRadius: 1,
          bgcolor: `${color}.main`,
          color: `${color}.contrastText`,
          boxShadow: 3,
          fontSize: 14,
        }}
      >
        <Icon sx={{ fontSize: 20 }} />
        <Box sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>{message}</Box>
        {typeof action === 'function' ? action(id) : action}
        <IconButton aria-label="Dismiss" color="inherit" edge="end" onClick={() => closeSnackbar(id)}>
          <CloseIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Box>
    </SnackbarContent>
  );
};
