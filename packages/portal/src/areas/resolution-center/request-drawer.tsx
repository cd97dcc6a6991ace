import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a request, or shows the one that the address names. */
export const RequestDrawer = lazyDrawer(async () => (await import('./request-panel.tsx')).RequestPanel);
