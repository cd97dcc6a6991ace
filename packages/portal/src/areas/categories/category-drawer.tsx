import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a category, or edits the one in the URL. */
export const CategoryDrawer = lazyDrawer(async () => (await import('./category-panel.tsx')).CategoryPanel);
