import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The logs of the device in the URL. */
export const DeviceLogsDrawer = lazyDrawer(async () => (await import('./device-logs-panel.tsx')).DeviceLogsPanel);
