import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Sets for how long the device in the URL is traced. */
export const TracingDrawer = lazyDrawer(async () => (await import('./tracing-panel.tsx')).TracingPanel);
