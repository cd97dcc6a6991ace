import { closeSnackbar, enqueueSnackbar, type VariantType } from 'notistack';
import type { ReactNode } from 'react';

/** Shows a toast without auto-hide. Returns a function that closes it. */
export const notifyPersistently = (variant: VariantType, message: ReactNode): (() => void) => {
  const key = enqueueSnackbar(message, { variant, persist: true });
  return () => closeSnackbar(key);
};
