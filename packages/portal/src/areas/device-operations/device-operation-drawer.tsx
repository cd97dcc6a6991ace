import { Suspense } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import type { DeviceOperationPanelProps } from './device-operation-panel.tsx';

const DeviceOperationPanel = lazyPart(async () => (await import('./device-operation-panel.tsx')).DeviceOperationPanel);

/** Adds an operation to the device, or edits the one in the URL. */
export const DeviceOperationDrawer = (props: DeviceOperationPanelProps) =>
  props.drawer.openId !== undefined && (
    <Suspense>
      <DeviceOperationPanel {...props} />
    </Suspense>
  );
