import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a block, or shows the one in the URL. */
export const BlockDrawer = lazyDrawer(async () => (await import('./block-panel.tsx')).BlockPanel);
