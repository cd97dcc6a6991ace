import { lazyDrawer } from '../../ui/drawers/lazy-drawer.tsx';

/** The matches of the rule in the URL. */
export const RuleMatchesDrawer = lazyDrawer(async () => (await import('./rule-matches-panel.tsx')).RuleMatchesPanel);
