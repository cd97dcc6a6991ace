import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Edits the defaults of the type in the URL. */
export const TypeDrawer = lazyDrawer(async () => (await import('./type-panel.tsx')).TypePanel);
