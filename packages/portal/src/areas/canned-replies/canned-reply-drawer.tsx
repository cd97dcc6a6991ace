import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a canned reply, or edits the one in the URL. */
export const CannedReplyDrawer = lazyDrawer(async () => (await import('./canned-reply-panel.tsx')).CannedReplyPanel);
