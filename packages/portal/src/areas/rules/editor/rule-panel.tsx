import { equals } from '../../../lib/api/odata-filter.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../../ui/drawers/use-opened-row.ts';
import { ruleSet, type RuleRow } from '../rule-row.ts';
import { RuleEditor } from './rule-editor.tsx';
import { blankRule, valuesOf } from './rule-values.ts';

/** Creates a rule, or edits the one in the URL. */
export const RulePanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const tenantId = useTenantId();
  const rule = useOpenedRow<RuleRow>(ruleSet, drawer.isCreating ? undefined : equals('ruleId', drawer.openId));
  if (drawer.isCreating) return <RuleEditor drawer={drawer} initial={blankRule(tenantId)} />;
  return drawer.openId && rule ? (
    <RuleEditor key={rule.ruleId} drawer={drawer} initial={valuesOf(rule)} rule={rule} />
  ) : null;
};
