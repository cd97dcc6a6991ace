import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Edits the device in the URL. */
export const DeviceDrawer = lazyDrawer(async () => (await import('./device-panel.tsx')).DevicePanel);
