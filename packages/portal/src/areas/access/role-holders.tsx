import MuiLink from '@mui/material/Link';
import type { Role } from '@cfs/contracts/access-roles';
import { Link } from '@tanstack/react-router';
import { allOf, equals, textLiteral } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { useScreenAddress, useTenantId } from '../../lib/tenant/use-tenant.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';
import { grantSet, type GrantRow } from './access-queries.ts';

const shownHolders = 50;

/** Lists the holders of a role with their tenants. Each person links to the explanation of their permissions there. */
export const RoleHolders = ({ role }: { readonly role: Role }) => {
  const screen = useScreenAddress();
  const here = useTenantId();
  const grants = useRows<GrantRow>(grantSet, {
    filter: allOf(
      equals('roleName', textLiteral(role.name)),
      role.tenantId === null ? undefined : equals('tenantId', role.tenantId),
    ),
    expand: 'tenant,person',
    orderBy: [{ field: 'holder', direction: 'asc' }],
    top: shownHolders,
  });
  const whyPath = ({ userId, tenantId }: GrantRow): string =>
    `/access?open=${userId ?? ''}&panel=why&in=${tenantId ?? here}`;
  const placeOf = (row: GrantRow): string => row.tenant?.name ?? sharedTenantName;
  const holderCell = (row: GrantRow) => {
    if (row.userId === null) return `${row.holder} (group)`;
    const name = row.person?.name ?? row.holder;
    return (
      <MuiLink component={Link} to={screen(whyPath(row))} aria-label={`Why: ${name} in ${placeOf(row)}`}>
        {name}
      </MuiLink>
    );
  };
  return (
    <QueryResult query={grants}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="No holders yet" hint="Grant the role to a person or a group." />
        ) : (
          <>
            <PlainTable
              label="Holders of the role"
              rows={rows}
              rowKey={(row) => row.grantId}
              columns={[
                { header: 'Holder', cell: holderCell },
                { header: 'Tenant', cell: placeOf },
              ]}
            />
            {rows.length === shownHolders && (
              <MuiLink
                component={Link}
                to={screen(`/access?tab=grants&search=${encodeURIComponent(role.name)}`)}
                sx={{ display: 'inline-block', mt: 3 }}
              >
                Show all grants
              </MuiLink>
            )}
          </>
        )
      }
    </QueryResult>
  );
};
