import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a subscription of a tenant, or edits the one in the URL. */
export const SubscriptionDrawer = lazyDrawer(async () => (await import('./subscription-panel.tsx')).SubscriptionPanel);
