import { Suspense } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { ProtocolActionPanelProps } from './protocol-action-panel.tsx';

const ProtocolActionPanel = lazyPart(async () => (await import('./protocol-action-panel.tsx')).ProtocolActionPanel);

/** Creates an action of a protocol, or edits the one in the URL. */
export const ProtocolActionDrawer = (props: ProtocolActionPanelProps) =>
  props.drawer.openId !== undefined && (
    <Suspense>
      <ProtocolActionPanel {...props} />
    </Suspense>
  );
