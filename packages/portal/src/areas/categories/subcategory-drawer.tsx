import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a subcategory of a category, or edits the one in the URL. */
export const SubcategoryDrawer = lazyDrawer(async () => (await import('./subcategory-panel.tsx')).SubcategoryPanel);
