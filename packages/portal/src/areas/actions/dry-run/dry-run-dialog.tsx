import { Suspense } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { DryRunContentProps, DryRunOf } from './dry-run-content.tsx';

const Content = lazyPart(async () => (await import('./dry-run-content.tsx')).DryRunContent);

interface DryRunDialogProps extends Omit<DryRunContentProps, 'of'> {
  /** What the dry run is of; the dialog is closed without it. */
  readonly of: DryRunOf | undefined;
}

/** The Dry Run: every action that an occasion would run, in order. */
export const DryRunDialog = ({ of, onClose }: DryRunDialogProps) =>
  of === undefined ? null : (
    <Suspense>
      <Content of={of} onClose={onClose} />
    </Suspense>
  );
