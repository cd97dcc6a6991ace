import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The operations of the device in the URL. */
export const DeviceOperationsDrawer = lazyDrawer(
  async () => (await import('./device-operations-panel.tsx')).DeviceOperationsPanel,
);
