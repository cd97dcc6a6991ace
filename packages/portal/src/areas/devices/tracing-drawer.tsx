import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Traces the device that the address names for some minutes. */
export const TracingDrawer = lazyDrawer(async () => (await import('./tracing-panel.tsx')).TracingPanel);
