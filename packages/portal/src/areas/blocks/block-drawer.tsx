import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a block, or shows the one that the address names. */
export const BlockDrawer = lazyDrawer(async () => (await import('./block-panel.tsx')).BlockPanel);
