import { lazyDrawer } from '../../../ui/drawers/lazy-drawer.tsx';

/** The subscribers of the tenant, for staff; the own subscription, for everybody. */
export const SubscribersDrawer = lazyDrawer(async () => (await import('./subscribers-panel.tsx')).SubscribersPanel);
