import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Shows the source in the URL, and accepts it. */
export const MetricSourceDrawer = lazyDrawer(async () => (await import('./metric-source-panel.tsx')).MetricSourcePanel);
