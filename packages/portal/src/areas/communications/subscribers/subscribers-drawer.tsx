import { lazyDrawer } from '../../../ui/drawers/lazy-drawer.tsx';

/** The person's own subscription, and for staff the subscribers of the tenant. */
export const SubscribersDrawer = lazyDrawer(async () => (await import('./subscribers-panel.tsx')).SubscribersPanel);
