import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Edits the defaults of the type that the address names. */
export const TypeDrawer = lazyDrawer(async () => (await import('./type-panel.tsx')).TypePanel);
