import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a target, or edits the one in the URL. */
export const TargetDrawer = lazyDrawer(async () => (await import('./target-panel.tsx')).TargetPanel);
