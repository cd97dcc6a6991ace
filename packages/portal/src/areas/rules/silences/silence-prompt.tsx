import { lazy, Suspense, type ComponentProps } from 'react';
import type { SilenceDialog } from './silence-dialog.tsx';

const Dialog = lazy(async () => ({ default: (await import('./silence-dialog.tsx')).SilenceDialog }));

/** Asks how long and why, then creates a silence; loaded when it is first opened. */
export const SilencePrompt = (props: ComponentProps<typeof SilenceDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
