import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Edits the device that the address names. */
export const DeviceDrawer = lazyDrawer(async () => (await import('./device-panel.tsx')).DevicePanel);
