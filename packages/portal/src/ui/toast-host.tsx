import { toastTime } from '@cfs/contracts/sizes';
import { SnackbarProvider } from 'notistack';
import { Toast } from './toast.tsx';

const host = document.getElementById('toasts');

/** Where toasts appear; lib/notify.ts shows them. The element that holds them announces each without interrupting. */
export const ToastHost = () => (
  <SnackbarProvider
    maxSnack={4}
    autoHideDuration={toastTime}
    {...(host ? { domRoot: host } : {})}
    anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    Components={{ success: Toast, error: Toast, warning: Toast, info: Toast }}
  />
);
