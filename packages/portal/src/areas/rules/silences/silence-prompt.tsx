import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { SilenceDialog } from './silence-dialog.tsx';

const Dialog = lazyPart(async () => (await import('./silence-dialog.tsx')).SilenceDialog);

/** Asks for the end and the reason, then creates a silence; loaded when it is first opened. */
export const SilencePrompt = (props: ComponentProps<typeof SilenceDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
