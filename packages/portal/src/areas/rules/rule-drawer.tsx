import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** Creates a rule, or edits the one that the address names. */
export const RuleDrawer = lazyDrawer(async () => (await import('./editor/rule-panel.tsx')).RulePanel);
