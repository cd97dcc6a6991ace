import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a communication, or edits the one in the URL. */
export const CommunicationDrawer = lazyDrawer(
  async () => (await import('./communication-panel.tsx')).CommunicationPanel,
);
