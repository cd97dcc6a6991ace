import { lazy, Suspense } from 'react';
import type { CloneOperationsPanelProps } from './clone-operations-panel.tsx';

const CloneOperationsPanel = lazy(async () => ({
  default: (await import('./clone-operations-panel.tsx')).CloneOperationsPanel,
}));

/** Copies operations of the device to another one. */
export const CloneOperationsDrawer = (props: CloneOperationsPanelProps) =>
  props.drawer.openId !== undefined && (
    <Suspense>
      <CloneOperationsPanel {...props} />
    </Suspense>
  );
