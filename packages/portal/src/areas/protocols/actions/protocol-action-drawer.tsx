import { lazy, Suspense } from 'react';
import type { ProtocolActionPanelProps } from './protocol-action-panel.tsx';

const ProtocolActionPanel = lazy(async () => ({
  default: (await import('./protocol-action-panel.tsx')).ProtocolActionPanel,
}));

/** Creates an action of a protocol, or edits the one in the URL. */
export const ProtocolActionDrawer = (props: ProtocolActionPanelProps) =>
  props.drawer.openId !== undefined && (
    <Suspense>
      <ProtocolActionPanel {...props} />
    </Suspense>
  );
