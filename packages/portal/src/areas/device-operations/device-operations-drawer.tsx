import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The operations of the device that the address names. */
export const DeviceOperationsDrawer = lazyDrawer(
  async () => (await import('./device-operations-panel.tsx')).DeviceOperationsPanel,
);
