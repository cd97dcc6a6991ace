import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a rule, or edits the one in the URL. */
export const RuleDrawer = lazyDrawer(async () => (await import('./editor/rule-panel.tsx')).RulePanel);
