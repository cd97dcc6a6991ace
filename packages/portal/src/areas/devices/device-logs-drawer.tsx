import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The logs of the device that the address names. */
export const DeviceLogsDrawer = lazyDrawer(async () => (await import('./device-logs-panel.tsx')).DeviceLogsPanel);
