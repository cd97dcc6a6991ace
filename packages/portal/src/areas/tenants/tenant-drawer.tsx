import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a tenant, or edits the one that the address names. */
export const TenantDrawer = lazyDrawer(async () => (await import('./tenant-panel.tsx')).TenantPanel);
