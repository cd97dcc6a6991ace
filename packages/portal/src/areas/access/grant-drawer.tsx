import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Adds a grant. */
export const GrantDrawer = lazyDrawer(async () => (await import('./add-grant.tsx')).AddGrant);
