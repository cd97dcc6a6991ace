import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a token and shows it once, or edits the one that the address names. */
export const TokenDrawer = lazyDrawer(async () => (await import('./token-panel.tsx')).TokenPanel);
