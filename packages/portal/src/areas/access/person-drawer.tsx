import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Invites a person, or edits the one in the URL. */
export const PersonDrawer = lazyDrawer(async () => (await import('./person-panel.tsx')).PersonPanel);
