import CloseIcon from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import { toastTime } from '@cfs/contracts/sizes';
import { closeSnackbar, SnackbarProvider } from 'notistack';

const host = document.getElementById('toasts');

/** Where toasts appear; lib/notify.ts shows them. */
export const ToastHost = () => (
  <SnackbarProvider
    maxSnack={4}
    autoHideDuration={toastTime}
    {...(host ? { domRoot: host } : {})}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    action={(key) => (
      <IconButton aria-label="Dismiss" color="inherit" onClick={() => closeSnackbar(key)}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    )}
  />
);
