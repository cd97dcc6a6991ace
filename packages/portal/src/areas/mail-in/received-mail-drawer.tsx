import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Shows the received mail that the address names. */
export const ReceivedMailDrawer = lazyDrawer(async () => (await import('./received-mail-panel.tsx')).ReceivedMailPanel);
