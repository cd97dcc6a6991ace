import MuiLink from '@mui/material/Link';
import type { MatchedRule } from '@cfs/contracts/protocols';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTenants } from '../../lib/lookups.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { pathInTenant } from '../../lib/tenant/tenant-address.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { yesOrNo } from '../../lib/texts/yes-or-no.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';

/** The name of a rule, as a link to the rule in its tenant if the user may see rules. */
const RuleLink = ({ rule: { ruleId, name, tenantId } }: { readonly rule: MatchedRule }) => {
  const currentTenantId = useTenantId();
  if (!usePermissions().has('Rules:view')) return name;
  return (
    <MuiLink component={Link} to={pathInTenant(`/rules?open=${ruleId}`, tenantId ?? currentTenantId)}>
      {name}
    </MuiLink>
  );
};

/** The rules that create work units with a protocol. */
export const AssignedRules = ({ rules }: { readonly rules: UseQueryResult<readonly MatchedRule[]> }) => {
  const tenants = useTenants();
  const tenantName = (tenantId: string | null): string =>
    tenantId === null ? sharedTenantName : (tenants.find((tenant) => tenant.tenantId === tenantId)?.name ?? '');
  return (
    <QueryResult query={rules}>
      {(found) =>
        found.length === 0 ? (
          <EmptyState
            title="No rules assigned"
            hint="A rule appears here when one of its actions creates work units with this protocol."
          />
        ) : (
          <PlainTable
            label="Assigned rules"
            rowKey={({ ruleId }) => ruleId}
            columns={[
              { header: 'Name', cell: (rule) => <RuleLink rule={rule} /> },
              { header: 'Tenant', cell: ({ tenantId }) => tenantName(tenantId) },
              { header: 'Enabled', cell: ({ enabled }) => yesOrNo(enabled), isNarrow: true },
            ]}
            rows={found}
          />
        )
      }
    </QueryResult>
  );
};
