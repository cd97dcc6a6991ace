import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** A new roll-out, or the one in the address. */
export const RollOutDrawer = lazyDrawer(async () => (await import('./roll-out-panel.tsx')).RollOutPanel);
