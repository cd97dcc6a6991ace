import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a target, or edits the one that the address names. */
export const TargetDrawer = lazyDrawer(async () => (await import('./target-panel.tsx')).TargetPanel);
