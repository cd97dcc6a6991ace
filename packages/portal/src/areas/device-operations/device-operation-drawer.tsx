import { lazy, Suspense } from 'react';
import type { DeviceOperationPanelProps } from './device-operation-panel.tsx';

const DeviceOperationPanel = lazy(async () => ({
  default: (await import('./device-operation-panel.tsx')).DeviceOperationPanel,
}));

/** Adds an operation to the device, or edits the one in the address. */
export const DeviceOperationDrawer = (props: DeviceOperationPanelProps) =>
  props.drawer.openId !== undefined && (
    <Suspense>
      <DeviceOperationPanel {...props} />
    </Suspense>
  );
