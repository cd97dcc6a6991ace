import { Suspense } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { ActionHistoryPanelProps } from './action-history-panel.tsx';
import type { HistoryOf } from './history-filter.ts';

const Panel = lazyPart(async () => (await import('./action-history-panel.tsx')).ActionHistoryPanel);

interface ActionHistoryDrawerProps extends Omit<ActionHistoryPanelProps, 'of'> {
  /** The subject of the history; without it, the drawer is closed. */
  readonly of: HistoryOf | undefined;
}

/** The Action History: the result of each attempt of the actions of one definition, rule match or work unit. */
export const ActionHistoryDrawer = ({ of, ...props }: ActionHistoryDrawerProps) =>
  of === undefined ? null : (
    <Suspense>
      <Panel of={of} {...props} />
    </Suspense>
  );
