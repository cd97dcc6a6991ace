import { equals } from '../../lib/api/odata-filter.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { RuleMatchList } from './rule-match-list.tsx';
import { ruleSet, type RuleRow } from './rule-row.ts';

/** The matches of the rule in the URL. */
export const RuleMatchesPanel = ({ drawer: { openId: ruleId, close } }: { readonly drawer: OpenRow }) => {
  const rule = useOpenedRow<RuleRow>(ruleSet, equals('ruleId', ruleId));
  if (!ruleId) return null;
  return (
    <SidePanel title={rule ? `Rule Matches: ${rule.name}` : 'Rule Matches'} onClose={close}>
      <RuleMatchList filter={equals('ruleId', ruleId)} order="expires" about={{ ruleId }} />
    </SidePanel>
  );
};
