import useMediaQuery from '@mui/material/useMediaQuery';
import { toastTime } from '@cfs/contracts/sizes';
import { SnackbarProvider } from 'notistack';
import { Toast } from './toast.tsx';

const host = document.getElementById('toasts');

/**
 * Where toasts appear; lib/notify.ts shows them. The element that holds them announces each without interrupting. On
 * narrow windows they stand at the top, so that they do not lie over a form's buttons.
 */
export const ToastHost = () => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <SnackbarProvider
      maxSnack={4}
      autoHideDuration={toastTime}
      {...(host ? { domRoot: host } : {})}
      anchorOrigin={isNarrow ? { vertical: 'top', horizontal: 'center' } : { vertical: 'bottom', horizontal: 'left' }}
      Components={{ success: Toast, error: Toast, warning: Toast, info: Toast }}
    />
  );
};
