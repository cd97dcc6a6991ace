import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Shows the source that the address names, and accepts it. */
export const MetricSourceDrawer = lazyDrawer(async () => (await import('./metric-source-panel.tsx')).MetricSourcePanel);
