import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a role, or shows the one that the address names. */
export const RoleDrawer = lazyDrawer(async () => (await import('./role-panel.tsx')).RolePanel);
