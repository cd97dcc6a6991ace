import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a tenant, or edits the one in the URL. */
export const TenantDrawer = lazyDrawer(async () => (await import('./tenant-panel.tsx')).TenantPanel);
