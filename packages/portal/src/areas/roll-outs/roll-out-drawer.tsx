import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Starts a roll-out, or shows the one in the URL. */
export const RollOutDrawer = lazyDrawer(async () => (await import('./roll-out-panel.tsx')).RollOutPanel);
