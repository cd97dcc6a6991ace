import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a request, or shows the one in the URL. */
export const RequestDrawer = lazyDrawer(async () => (await import('./request-panel.tsx')).RequestPanel);
