import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The runs, values and logs of the device operation in the URL. */
export const OperationHistoryDrawer = lazyDrawer(
  async () => (await import('./operation-history-panel.tsx')).OperationHistoryPanel,
);
