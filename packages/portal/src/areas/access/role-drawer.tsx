import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a role, or shows the one in the URL. */
export const RoleDrawer = lazyDrawer(async () => (await import('./role-panel.tsx')).RolePanel);
