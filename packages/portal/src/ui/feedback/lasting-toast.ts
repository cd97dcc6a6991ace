import { closeSnackbar, enqueueSnackbar, type VariantType } from 'notistack';
import type { ReactNode } from 'react';

/** A toast that stands until the person dismisses it, or the answered function is called. */
export const notifyUntilRead = (variant: VariantType, message: ReactNode): (() => void) => {
  const key = enqueueSnackbar(message, { variant, persist: true });
  return () => closeSnackbar(key);
};
