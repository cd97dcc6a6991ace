import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Shows the mail that the URL names. */
export const MessageDrawer = lazyDrawer(async () => (await import('./message-panel.tsx')).MessagePanel);
