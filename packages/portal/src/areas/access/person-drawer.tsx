import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Invites a person, or edits the one that the address names. */
export const PersonDrawer = lazyDrawer(async () => (await import('./person-panel.tsx')).PersonPanel);
