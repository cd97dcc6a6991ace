import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates an action, or edits the one in the URL. */
export const ActionDefinitionDrawer = lazyDrawer(
  async () => (await import('./action-definition-panel.tsx')).ActionDefinitionPanel,
);

/** Tests the action in the URL. */
export const ActionTestDrawer = lazyDrawer(async () => (await import('./action-test-panel.tsx')).ActionTestPanel);

/** Confirms the deletion of the action in the URL. */
export const ActionDependenciesDrawer = lazyDrawer(
  async () => (await import('./action-dependencies-panel.tsx')).ActionDependenciesPanel,
);
