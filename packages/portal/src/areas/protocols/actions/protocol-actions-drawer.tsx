import { lazyDrawer } from '../../../ui/drawers/lazy-drawer.tsx';

/** The actions of the protocol in the URL. */
export const ProtocolActionsDrawer = lazyDrawer(
  async () => (await import('./protocol-actions-panel.tsx')).ProtocolActionsPanel,
);
