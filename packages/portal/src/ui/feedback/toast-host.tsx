import useMediaQuery from '@mui/material/useMediaQuery';
import { toastTime } from '@cfs/contracts/sizes';
import { SnackbarProvider } from 'notistack';
import { Toast } from './toast.tsx';

/** The class of the container while toasts are at the bottom left, where a docked menu moves them aside. */
export const toastsAtBottomLeft = 'toasts-bottom-left';

const host = document.getElementById('toasts');

/**
 * The container of toasts, which lib/notify.ts shows. Its element is a polite live region. In narrow windows toasts are
 * at the top, where they do not cover the buttons of a form.
 */
export const ToastHost = () => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <SnackbarProvider
      maxSnack={4}
      autoHideDuration={toastTime}
      {...(host ? { domRoot: host } : {})}
      classes={{ containerAnchorOriginBottomLeft: toastsAtBottomLeft }}
      anchorOrigin={isNarrow ? { vertical: 'top', horizontal: 'center' } : { vertical: 'bottom', horizontal: 'left' }}
      Components={{ success: Toast, error: Toast, warning: Toast, info: Toast }}
    />
  );
};
