import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Shows the received mail in the URL. */
export const ReceivedMailDrawer = lazyDrawer(async () => (await import('./received-mail-panel.tsx')).ReceivedMailPanel);
