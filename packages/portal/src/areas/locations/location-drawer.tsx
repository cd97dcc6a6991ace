import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a location, or edits the one in the URL. */
export const LocationDrawer = lazyDrawer(async () => (await import('./location-panel.tsx')).LocationPanel);
