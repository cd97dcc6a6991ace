import { Suspense } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { DryRunContentProps, DryRunOf } from './dry-run-content.tsx';

const Content = lazyPart(async () => (await import('./dry-run-content.tsx')).DryRunContent);

interface DryRunDialogProps extends Omit<DryRunContentProps, 'of'> {
  /** The subject of the dry run; without it, the dialog is closed. */
  readonly of: DryRunOf | undefined;
}

/** The Dry Run dialog: the actions that an occasion would run, in order. */
export const DryRunDialog = ({ of, onClose }: DryRunDialogProps) =>
  of === undefined ? null : (
    <Suspense>
      <Content of={of} onClose={onClose} />
    </Suspense>
  );
