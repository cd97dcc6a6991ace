import { Suspense } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import type { CloneOperationsPanelProps } from './clone-operations-panel.tsx';

const CloneOperationsPanel = lazyPart(async () => (await import('./clone-operations-panel.tsx')).CloneOperationsPanel);

/** Copies operations of the device to another one. */
export const CloneOperationsDrawer = (props: CloneOperationsPanelProps) =>
  props.drawer.openId !== undefined && (
    <Suspense>
      <CloneOperationsPanel {...props} />
    </Suspense>
  );
