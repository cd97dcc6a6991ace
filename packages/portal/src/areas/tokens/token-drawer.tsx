import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a token and shows it once, or edits the one in the URL. */
export const TokenDrawer = lazyDrawer(async () => (await import('./token-panel.tsx')).TokenPanel);
