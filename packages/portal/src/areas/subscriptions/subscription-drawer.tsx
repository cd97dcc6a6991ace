import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a subscription of a tenant, or edits the one that the address names. */
export const SubscriptionDrawer = lazyDrawer(async () => (await import('./subscription-panel.tsx')).SubscriptionPanel);
