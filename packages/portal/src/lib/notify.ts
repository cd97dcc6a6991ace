import { forbiddenToastTime, toastTime } from '@cfs/contracts/sizes';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { enqueueSnackbar, type VariantType } from 'notistack';

const toast =
  (variant: VariantType) =>
  (message: string, milliseconds: number = toastTime): void => {
    enqueueSnackbar(message, { variant, autoHideDuration: milliseconds, preventDuplicate: true });
  };

/** Toasts of the four severities; they hide after `toastTime` by default. */
export const notify = {
  success: toast('success'),
  error: toast('error'),
  warning: toast('warning'),
  info: toast('info'),
};

export const notifyForbidden = (): void => notify.error(shellTexts.forbidden, forbiddenToastTime);
