import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Shows the mail that the address names. */
export const MessageDrawer = lazyDrawer(async () => (await import('./message-panel.tsx')).MessagePanel);
