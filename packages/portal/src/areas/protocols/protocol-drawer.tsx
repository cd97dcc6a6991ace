import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a protocol, or edits the one in the URL. */
export const ProtocolDrawer = lazyDrawer(async () => (await import('./protocol-panel.tsx')).ProtocolPanel);
