import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The packages of the device in the URL. */
export const InstallationsDrawer = lazyDrawer(
  async () => (await import('./installations-panel.tsx')).InstallationsPanel,
);
