import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The control in the URL with its description. */
export const ControlDrawer = lazyDrawer(async () => (await import('./control-panel.tsx')).ControlPanel);
